import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { isWebAddress } from '../lib/web-address';
import { ExternalLink } from '../ui/button';
import { Badge, Plate } from '../ui/labels';
import { Panel } from '../ui/panel';
import { NO_ADDRESS } from './basic-fields';
import styles from './location-facts.module.css';
import { dayName, formatWeek, HOURS_NOT_SET, type RegularHours } from './opening-hours';

type PendingField = Schemas['LocationDto']['pendingFields'][number];

const NOT_SET = <span className={styles.missing}>Not set</span>;

/** The details of a location, read-only. */
export function LocationFacts({ location }: { location: Schemas['LocationDto'] }) {
  const { name, address, phoneNumber, websiteUri, storeCode, categories, regularHours, mapsUrl } = location;
  const pending = (field: PendingField) => <PendingBadge location={location} field={field} />;
  return (
    <>
      <Panel
        title="Basic Information"
        actions={mapsUrl && <ExternalLink href={mapsUrl}>View on Google Maps</ExternalLink>}
      >
        <dl className={styles.facts}>
          <Fact term="Business name" badge={pending('name')}>
            {name}
          </Fact>
          <Fact term="Address" badge={pending('address')}>
            {address || <span className={styles.missing}>{NO_ADDRESS}</span>}
          </Fact>
          <Fact term="Phone number" badge={pending('phoneNumber')}>
            {phoneNumber ? <a href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}>{phoneNumber}</a> : NOT_SET}
          </Fact>
          <Fact term="Website" badge={pending('websiteUri')}>
            <Website address={websiteUri} />
          </Fact>
          <Fact term="Store code">{storeCode ? <Plate>{storeCode}</Plate> : NOT_SET}</Fact>
        </dl>
      </Panel>
      <Panel title="Categories" actions={pending('categoryIds')}>
        {categories.length === 0 ? (
          NOT_SET
        ) : (
          <ul className={styles.categories}>
            {categories.map(({ id, name: category }, index) => (
              <li key={id}>
                <Badge>{category}</Badge>
                {index === 0 && <span className={styles.primary}>Primary</span>}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Business Hours" actions={pending('regularHours')}>
        <Hours hours={regularHours} />
      </Panel>
    </>
  );
}

function Fact({ term, badge, children }: { term: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd className={styles.value}>
        <span>{children}</span>
        {badge}
      </dd>
    </div>
  );
}

/** A link if the text is a web address. Scripts and files never become links. */
function Website({ address }: { address: string | null }) {
  if (!address) return NOT_SET;
  return isWebAddress(address) ? <ExternalLink href={address}>{address}</ExternalLink> : address;
}

function Hours({ hours }: { hours: RegularHours }) {
  if (!hours?.periods.length) return <span className={styles.missing}>{HOURS_NOT_SET}</span>;
  return (
    <table className={styles.week}>
      <tbody>
        {formatWeek(hours.periods).map(({ day, lines }) => (
          <tr key={day}>
            <th scope="row">{dayName(day)}</th>
            <td>
              {lines.map((line, index) => (
                <span key={index} className={styles.line}>
                  {line}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Location = Schemas['LocationDto'];

interface PendingBadgeProps {
  location: Location;
  field: Location['pendingFields'][number];
}

/** Marks a field whose new value Google is still reviewing. Until then the public sees the old value. */
function PendingBadge({ location: { pendingFields }, field }: PendingBadgeProps) {
  return (
    pendingFields.includes(field) && (
      <Badge icon={Hourglass} dashed>
        Pending review at Google
      </Badge>
    )
  );
}

import { Hourglass, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Schemas } from '../../api/client';
import { isWebAddress } from '../../lib/web-address';
import { Button, ExternalLink } from '../../ui/button';
import { Badge, Plate } from '../../ui/labels';
import { Panel } from '../../ui/panel';
import { NO_ADDRESS } from './basic-fields';
import styles from './location-facts.module.css';
import { dayName, formatWeek, HOURS_NOT_SET, type RegularHours } from '../opening-hours';

type PendingField = Schemas['LocationDto']['pendingFields'][number];

const NOT_SET = <span className={styles.missing}>Not set</span>;

/** A part of the details that has a button to edit them. */
export type EditedPart = 'hours' | 'details';

interface LocationFactsProps {
  location: Schemas['LocationDto'];
  /** The part whose button has the focus at first. */
  focused: EditedPart | undefined;
  onEdit: (part: EditedPart) => void;
}

/** The details of a location, read-only. */
export function LocationFacts({ location, focused, onEdit }: LocationFactsProps) {
  const { name, address, phoneNumber, websiteUri, storeCode, categories, regularHours, mapsUrl } = location;
  const box = useRef<HTMLDivElement>(null);
  const pending = (field: PendingField) => <PendingBadge location={location} field={field} />;

  // The button that opened the form, which is gone.
  useEffect(() => {
    if (focused) box.current?.querySelector<HTMLElement>(`[value=${focused}]`)?.focus();
  }, [focused]);

  const editButton = (part: EditedPart, label: string) => (
    <Button size="row" variant="quiet" icon={Pencil} value={part} onClick={() => onEdit(part)}>
      {label}
    </Button>
  );

  return (
    <div ref={box} className={styles.panels}>
      <Panel
        title="Business Hours"
        actions={
          <>
            {pending('regularHours')}
            {editButton('hours', 'Edit Hours')}
          </>
        }
      >
        <Hours hours={regularHours} />
      </Panel>
      <Panel
        title="Basic Information"
        actions={
          <>
            {mapsUrl && <ExternalLink href={mapsUrl}>View on Google Maps</ExternalLink>}
            {editButton('details', 'Edit Details')}
          </>
        }
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
                <Badge>{index === 0 ? `${category} · Primary` : category}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
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

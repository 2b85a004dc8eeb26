import { Hourglass, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { dateWords, monthWords } from '../../lib/time-words';
import { isWebAddress } from '../../lib/web-address';
import { Button, ExternalLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Badge, Plate } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import type { LocationDetails } from '../use-listings';
import { ZonePanel } from '../../zones/zone-panel';
import { AttributesPanel } from './attributes-panel';
import { NO_ADDRESS } from './basic-fields';
import { HoursFacts } from './hours-facts';
import styles from './location-facts.module.css';
import type { EditedPart } from './location-draft';
import { LockMark } from './lock-mark';
import { ServiceAreaFacts, ServicesFacts } from './services-facts';

type PendingField = LocationDetails['pendingFields'][number];

const NOT_SET = <span className={common.muted}>Not set</span>;

const LANGUAGE = new Intl.DisplayNames('en-GB', { type: 'language' });

interface LocationFactsProps {
  location: LocationDetails;
  /** The part whose button has the focus at first. */
  focused: EditedPart | undefined;
  onEdit: (part: EditedPart) => void;
}

/** The whole profile of a location, read-only. What is not set is left out, unless it can be added here. */
export function LocationFacts({ location, focused, onEdit }: LocationFactsProps) {
  const { categories, description, services, serviceArea } = location;
  const box = useRef<HTMLDivElement>(null);
  const marks = (field: PendingField) => (
    <>
      <PendingBadge location={location} field={field} />
      <LockMark locationId={location.id} field={field} />
    </>
  );

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
    <div ref={box} className={common.stack4}>
      <HoursFacts location={location} marks={marks} editButton={editButton} />
      <ZonePanel key={location.id} locationId={location.id} />
      <BasicFacts location={location} marks={marks} button={editButton('details', 'Edit Details')} />
      <Panel
        title="Description"
        actions={
          <>
            {marks('description')}
            {editButton('description', description ? 'Edit description' : 'Add a description')}
          </>
        }
      >
        {description ? <p className={cx(common.written, styles.description)}>{description}</p> : NOT_SET}
      </Panel>
      <Panel title="Categories" actions={marks('categoryIds')}>
        {categories.length === 0 ? (
          NOT_SET
        ) : (
          <ul className={common.wrap}>
            {categories.map(({ id, name: category }, index) => (
              <li key={id}>
                <Badge>{index === 0 ? `${category} · Primary` : category}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {services.length > 0 && <ServicesFacts services={services} />}
      {serviceArea && <ServiceAreaFacts area={serviceArea} />}
      <AttributesPanel locationId={location.id} />
    </div>
  );
}

interface BasicFactsProps {
  location: LocationDetails;
  /** What is known of a field besides its value: its review at Google, and its lock. */
  marks: (field: PendingField) => ReactNode;
  button: ReactNode;
}

function BasicFacts({ location, marks, button }: BasicFactsProps) {
  const { name, address, phoneNumber, additionalPhones, websiteUri, storeCode, labels, languageCode } =
    location;
  const { openingDate, coordinates, mapsUrl, newReviewUrl } = location;
  return (
    <Panel
      title="Basic Information"
      actions={
        <>
          {mapsUrl && <ExternalLink href={mapsUrl}>View on Google Maps</ExternalLink>}
          {button}
        </>
      }
    >
      <dl className={styles.facts}>
        <Fact term="Business name" badge={marks('name')}>
          {name}
        </Fact>
        <Fact term="Address" badge={marks('address')}>
          {address || <span className={common.muted}>{NO_ADDRESS}</span>}
        </Fact>
        <Fact term="Phone number" badge={marks('phoneNumber')}>
          {phoneNumber ? <PhoneLink>{phoneNumber}</PhoneLink> : NOT_SET}
        </Fact>
        {additionalPhones.length > 0 && (
          <Fact term="More phone numbers">
            <ul className={common.stack1}>
              {additionalPhones.map((number) => (
                <li key={number}>
                  <PhoneLink>{number}</PhoneLink>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact term="Website" badge={marks('websiteUri')}>
          <Website address={websiteUri} />
        </Fact>
        {(openingDate || location.pendingFields.includes('openingDate')) && (
          <Fact term="Opening date" badge={marks('openingDate')}>
            {openingDate ? openingDateWords(openingDate) : NOT_SET}
          </Fact>
        )}
        <Fact term="Store code">{storeCode ? <Plate>{storeCode}</Plate> : NOT_SET}</Fact>
        {labels.length > 0 && (
          <Fact term="Labels">
            <ul className={common.wrap}>
              {labels.map((label) => (
                <li key={label}>
                  <Badge>{label}</Badge>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {languageCode && <Fact term="Language">{languageName(languageCode)}</Fact>}
        {coordinates && (
          <Fact term="Coordinates">
            <Coordinates {...coordinates} />
          </Fact>
        )}
        {newReviewUrl && (
          <Fact term="Review link">
            <Website address={newReviewUrl} />
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ term, badge, children }: { term: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd className={cx(common.line, styles.value)}>
        <span>{children}</span>
        {badge}
      </dd>
    </div>
  );
}

function PhoneLink({ children: number }: { children: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>;
}

/** A link if the text is a web address. Scripts and files never become links. */
function Website({ address }: { address: string | null }) {
  if (!address) return NOT_SET;
  return isWebAddress(address) ? <ExternalLink href={address}>{address}</ExternalLink> : address;
}

function Coordinates({ latitude, longitude }: NonNullable<LocationDetails['coordinates']>) {
  const place = `${latitude},${longitude}`;
  return (
    <ExternalLink href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}>
      {`${latitude}, ${longitude}`}
    </ExternalLink>
  );
}

function openingDateWords(date: string): string {
  return date.length === 'yyyy-mm'.length ? monthWords(date) : dateWords(date);
}

function languageName(code: string): string {
  try {
    return LANGUAGE.of(code) ?? code;
  } catch {
    // Google may know codes that the browser takes for malformed.
    return code;
  }
}

interface PendingBadgeProps {
  location: LocationDetails;
  field: PendingField;
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

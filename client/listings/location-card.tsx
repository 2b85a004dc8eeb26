import { CalendarPlus, Clock, MapPin, Phone } from 'lucide-react';
import { memo } from 'react';
import { viewUrl } from '../lib/views';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Card } from '../ui/layout/card';
import { Badge, MetaLine, Plate, STATUS, StatusBadge } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { Skeleton } from '../ui/messages/loading';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { ChooseLocation } from './choice/choose-location';
import type { Chosen } from './choice/use-chosen';
import styles from './location-card.module.css';
import { formatFirstPeriod } from './opening-hours';
import { type Location, type LocationQuery, useLocationAt } from './use-listings';

/** Specification, section 9. */
const SHOWN_CATEGORIES = 2;

interface LocationCardProps {
  location: Location;
  /** The account whose locations are listed. It is kept in the address of the details. */
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
  /** Undefined where none can be chosen. */
  isChosen?: boolean | undefined;
  isTickable?: boolean | undefined;
  onTick?: ((id: string, isTicked: boolean) => void) | undefined;
}

/** A location, with a link to its details. Memoized, so that typing in the search box does not render all cards again. */
const LocationCard = memo(function LocationCard({
  location,
  accountId,
  onSchedulePost,
  isChosen,
  isTickable = true,
  onTick,
}: LocationCardProps) {
  const { id, name, address, phoneNumber, state, openStatus, storeCode, categories, regularHours } = location;
  const isClosed = openStatus !== 'OPEN';
  const more = categories.length - SHOWN_CATEGORIES;
  return (
    <Card
      to={viewUrl('location-details', { account: accountId, location: id })}
      title={name}
      status={state}
      media={
        isChosen !== undefined && onTick && <ChooseLocation {...{ location, isChosen, isTickable, onTick }} />
      }
      details={[isClosed && STATUS[openStatus].label, storeCode && `store code ${storeCode}`]
        .filter(Boolean)
        .join(', ')}
      plate={
        (isClosed || storeCode) && (
          <div className={common.line}>
            {isClosed && <StatusBadge status={openStatus} />}
            {storeCode && <Plate>{storeCode}</Plate>}
          </div>
        )
      }
      footer={
        <Button
          size="row"
          variant="quiet"
          icon={CalendarPlus}
          className={styles.schedule}
          onClick={() => onSchedulePost(id)}
        >
          <span>
            Schedule Post<VisuallyHidden> for {name}</VisuallyHidden>
          </span>
        </Button>
      }
    >
      {address && <MetaLine icon={MapPin}>{address}</MetaLine>}
      {phoneNumber && <MetaLine icon={Phone}>{phoneNumber}</MetaLine>}
      <MetaLine icon={Clock}>{formatFirstPeriod(regularHours)}</MetaLine>
      {categories.length > 0 && (
        <ul className={cx(common.line, common.small, styles.categories)} aria-label="Categories">
          {categories.slice(0, SHOWN_CATEGORIES).map((category) => (
            <li key={category.id}>
              <Badge>{category.name}</Badge>
            </li>
          ))}
          {more > 0 && <li>+{more} more</li>}
        </ul>
      )}
    </Card>
  );
});

interface ListedCardProps extends Pick<LocationCardProps, 'accountId' | 'onSchedulePost'> {
  /** Undefined where none can be chosen. */
  chosen: Chosen | undefined;
}

/** A card of a list whose locations can be chosen. */
export function ListedCard({ location, chosen, ...list }: ListedCardProps & { location: Location }) {
  return (
    <LocationCard
      location={location}
      isChosen={chosen?.has(location.id)}
      isTickable={chosen?.isTickable}
      onTick={chosen?.tick}
      {...list}
    />
  );
}

interface FurtherCardProps extends ListedCardProps {
  /** Its index in the list. */
  index: number;
  /** How many locations the server returns at once. */
  pageSize: number;
  query: LocationQuery;
}

/** A card beyond the first page of a list. Its page is loaded when the card comes near the screen. */
export function FurtherCard({ index, pageSize, query, ...list }: FurtherCardProps) {
  const location = useLocationAt(index, pageSize, query);
  if (location) return <ListedCard location={location} {...list} />;
  return (
    <div className={styles.placeholder}>
      <Skeleton shape="card" />
    </div>
  );
}

import { memo } from 'react';
import { CalendarPlus, Clock, MapPin, Phone } from 'lucide-react';
import type { Schemas } from '../api/client';
import { Badge, StatusBadge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { MetaLine } from '../ui/meta-line';
import { Plate } from '../ui/plate';
import { STATUS } from '../ui/status';
import { viewUrl } from '../ui/views';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './location-card.module.css';
import { formatFirstPeriod } from './opening-hours';

/** Specification, section 9. */
const SHOWN_CATEGORIES = 2;

interface LocationCardProps {
  location: Schemas['LocationDto'];
  /** The account whose locations are listed; kept on the way to the details. */
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** A location; leads to its details. Remembered, so that a letter in the search box does not draw what is there anew. */
export const LocationCard = memo(function LocationCard({
  location,
  accountId,
  onSchedulePost,
}: LocationCardProps) {
  const { id, name, address, phoneNumber, state, openStatus, storeCode, categories, regularHours } = location;
  const isClosed = openStatus !== 'OPEN';
  const more = categories.length - SHOWN_CATEGORIES;
  return (
    <Card
      to={viewUrl('location-details', { account: accountId, location: id })}
      title={name}
      status={state}
      details={[isClosed && STATUS[openStatus].label, storeCode && `store code ${storeCode}`]
        .filter(Boolean)
        .join(', ')}
      plate={
        (isClosed || storeCode) && (
          <div className={styles.plates}>
            {isClosed && <StatusBadge status={openStatus} />}
            {storeCode && <Plate>{storeCode}</Plate>}
          </div>
        )
      }
      footer={
        <Button
          size="small"
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
        <ul className={styles.categories} aria-label="Categories">
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

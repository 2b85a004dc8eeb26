import { Skeleton } from '../ui/skeleton';
import styles from './further-card.module.css';
import { LocationCard } from './location-card';
import { useLocations } from './use-locations';

interface FurtherCardProps {
  /** Its place in the list, beyond the first part. */
  index: number;
  /** How many locations the server gives at once. */
  partSize: number;
  search: string;
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** A card of a list that is not loaded whole: the part that holds it is read when it comes near the screen. */
export function FurtherCard({ index, partSize, search, ...list }: FurtherCardProps) {
  const skip = index - (index % partSize);
  const { data } = useLocations(list.accountId, { search, skip });
  const location = data?.items[index - skip];
  if (location) return <LocationCard location={location} {...list} />;
  return (
    <div className={styles.coming}>
      <Skeleton shape="card" />
    </div>
  );
}

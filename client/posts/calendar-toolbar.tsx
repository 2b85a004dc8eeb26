import { CalendarDays, List } from 'lucide-react';
import { SearchBox } from '../ui/search-box';
import { Segmented } from '../ui/segmented';
import styles from './calendar-toolbar.module.css';
import { LocationField } from './location-field';
import type { CalendarLayout } from './use-calendar-layout';
import { usePlaces } from './use-places';

const LAYOUTS = [
  { value: 'list', label: 'List', icon: List },
  { value: 'month', label: 'Month', icon: CalendarDays },
] as const;

interface CalendarToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  locationId: string | undefined;
  onLocation: (locationId: string | undefined) => void;
  layout: CalendarLayout;
  onLayout: (layout: CalendarLayout) => void;
}

/** Which posts the calendar shows, and how. */
export function CalendarToolbar({
  search,
  onSearch,
  locationId = '',
  onLocation,
  layout,
  onLayout,
}: CalendarToolbarProps) {
  const places = usePlaces(locationId);
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchBox
          label="Search posts"
          placeholder="Search by text or location"
          value={search}
          onChange={onSearch}
        />
      </div>
      <div className={styles.location}>
        <LocationField
          places={places}
          value={locationId}
          label="Filter by location"
          none="All locations"
          onChange={(id) => onLocation(id || undefined)}
        />
      </div>
      <div className={styles.layout}>
        <Segmented legend="Layout" options={LAYOUTS} value={layout} onChange={onLayout} />
      </div>
    </div>
  );
}

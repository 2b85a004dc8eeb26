import { CalendarDays, ChevronLeft, ChevronRight, List } from 'lucide-react';
import { addMonths } from '../../lib/calendar-days';
import { monthWords } from '../../lib/time-words';
import { Button, IconButton } from '../../ui/button';
import { Segmented } from '../../ui/radio-group';
import { SearchBox } from '../../ui/search-box';
import { LocationField, useLocationChoices } from '../composer/location-field';
import styles from './calendar-toolbar.module.css';
import type { CalendarLayout } from './use-calendar-address';

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

/** The search, the location filter and the choice of layout. */
export function CalendarToolbar({
  search,
  onSearch,
  locationId = '',
  onLocation,
  layout,
  onLayout,
}: CalendarToolbarProps) {
  const locations = useLocationChoices(locationId);
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
          locations={locations}
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

interface MonthBarProps {
  /** `yyyy-mm` */
  month: string;
  onMonth: (month: string) => void;
  onToday: () => void;
}

/** The name of the month, announced when it changes, with buttons to other months. */
export function MonthBar({ month, onMonth, onToday }: MonthBarProps) {
  return (
    <div className={styles.bar}>
      <IconButton icon={ChevronLeft} label="Previous month" onClick={() => onMonth(addMonths(month, -1))} />
      <Button size="small" onClick={onToday}>
        Today
      </Button>
      <IconButton icon={ChevronRight} label="Next month" onClick={() => onMonth(addMonths(month, 1))} />
      <div role="status" className={styles.month}>
        <h2>{monthWords(month)}</h2>
      </div>
    </div>
  );
}

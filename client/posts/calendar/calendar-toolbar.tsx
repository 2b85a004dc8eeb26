import { useState } from 'react';
import { CalendarDays, ChevronLeft, ChevronRight, Columns3, List } from 'lucide-react';
import { useNarrowScreen } from '../../lib/use-narrow-screen';
import { Button, IconButton } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { FilterButton } from '../../ui/form/filter-button';
import { Segmented } from '../../ui/form/radio-group';
import { SearchBox } from '../../ui/form/search-box';
import { LocationFilter } from '../../posting/location-filter';
import common from '../../ui/layout/common.module.css';
import styles from './calendar-toolbar.module.css';
import type { CalendarLayout } from './use-calendar-address';
import type { Period } from './use-period-posts';

const LAYOUTS = [
  { value: 'list', label: 'List', icon: List },
  { value: 'week', label: 'Week', icon: Columns3 },
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

/** The search, the location filter and the choice of layout. On a phone a button shows the search and the filter. */
export function CalendarToolbar({
  search,
  onSearch,
  locationId,
  onLocation,
  layout,
  onLayout,
}: CalendarToolbarProps) {
  const isNarrow = useNarrowScreen();
  const filterCount = [search.trim(), locationId].filter(Boolean).length;
  const [isOpen, setIsOpen] = useState(filterCount > 0);
  const fields = (
    <div className={styles.fields}>
      <div className={styles.search}>
        <SearchBox
          label="Search posts"
          placeholder="Search by text or location"
          value={search}
          onChange={onSearch}
        />
      </div>
      <div className={styles.location}>
        <LocationFilter locationId={locationId} onChange={onLocation} />
      </div>
    </div>
  );
  return (
    <div className={cx(common.wrap, styles.toolbar)}>
      {!isNarrow && fields}
      <div className={styles.layout}>
        <Segmented legend="Layout" options={LAYOUTS} value={layout} onChange={onLayout} />
        {isNarrow && <FilterButton count={filterCount} isOpen={isOpen} onChange={setIsOpen} />}
      </div>
      {isNarrow && isOpen && fields}
    </div>
  );
}

interface PeriodBarProps {
  period: Period;
  /** Goes to the next period, for -1 to the previous one. */
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  /** Shows the earlier days of this month, where they are folded; then this takes the place of Today. */
  onEarlier?: (() => void) | undefined;
}

/** The name of the month or week, announced when it changes, with buttons to others. */
export function PeriodBar({ period, onStep, onToday, onEarlier }: PeriodBarProps) {
  return (
    <div className={styles.bar}>
      <IconButton icon={ChevronLeft} label={`Previous ${period.layout}`} onClick={() => onStep(-1)} />
      {onEarlier ? (
        <Button size="small" aria-label="Earlier this month" onClick={onEarlier}>
          Earlier
        </Button>
      ) : (
        <Button size="small" onClick={onToday}>
          Today
        </Button>
      )}
      <IconButton icon={ChevronRight} label={`Next ${period.layout}`} onClick={() => onStep(1)} />
      <div role="status" className={styles.period}>
        <h2>{period.name}</h2>
      </div>
    </div>
  );
}

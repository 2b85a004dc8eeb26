import { Link } from 'react-router-dom';
import { figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import tabs from '../ui/layout/tabs.module.css';

interface LocationTabsProps {
  value: 'all' | 'holidays';
  /** How many answers for holidays are missing, where that is known. */
  notSaid?: number | undefined;
}

/** The parts of the view of locations, each with an address of its own. */
export function LocationTabs({ value, notSaid }: LocationTabsProps) {
  const parts = [
    { id: 'all', label: 'All locations', to: viewUrl('locations') },
    { id: 'holidays', label: 'Holidays', to: viewUrl('locations', { tab: 'holidays' }) },
  ] as const;
  return (
    <nav aria-label="Parts of locations" className={tabs.list}>
      {parts.map(({ id, label, to }) => (
        <Link key={id} to={to} className={tabs.tab} aria-current={id === value ? 'page' : undefined}>
          {label}
          {id === 'holidays' && notSaid !== undefined && notSaid > 0 && (
            <span className={tabs.count}>{figure(notSaid)} not said</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

import { ArrowLeft } from 'lucide-react';
import { RefreshBar } from '../business-profile/refresh-bar';
import { ButtonLink } from '../ui/button';
import { viewUrl } from '../ui/views';
import { LocationList } from './location-list';
import { useAccounts } from './use-accounts';
import styles from './view.module.css';

interface LocationsViewProps {
  /** Only the locations of this account; without it, all. */
  accountId?: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** The locations of an account, or of all, with a search; each card opens the details of its location. */
export function LocationsView({ accountId, onSchedulePost }: LocationsViewProps) {
  const { data: accounts } = useAccounts();
  const account = accounts?.find(({ id }) => id === accountId);
  return (
    <div className={styles.view}>
      <div className={styles.top}>
        <ButtonLink to={viewUrl('accounts')} variant="quiet" icon={ArrowLeft} className={styles.back}>
          Back to Accounts
        </ButtonLink>
      </div>
      <h1 tabIndex={-1}>{account?.name ?? 'Locations'}</h1>
      <RefreshBar />
      {/* Another account is another list: nothing of the one before stays on screen. */}
      <LocationList key={accountId} accountId={accountId} onSchedulePost={onSchedulePost} />
    </div>
  );
}

import { useRefresh } from '../business-profile/use-mirror';
import { RequestFault } from '../business-profile/connect';
import { viewUrl } from '../lib/views';
import { Board } from '../ui/board';
import { Button, ButtonLink, ExternalLink } from '../ui/button';
import styles from './no-business.module.css';

/** Says that the connected Google account has no business, and what to do about it. */
export function NoBusiness({ email }: { email: string | null }) {
  const { starting, fault, refresh } = useRefresh();
  return (
    <div className={styles.whole}>
      <Board state="bare" drop="chained">
        <h2 className={styles.title}>There’s no business on this Google account</h2>
        <p className={styles.words}>
          {email ?? 'This account'} doesn’t manage a Business Profile. Create or claim one on Google, or ask
          its owner to add you as a manager. Then check again.
        </p>
        <div className={styles.actions}>
          <Button variant="primary" busyText={starting && 'Reading...'} onClick={refresh}>
            Check again
          </Button>
          <ButtonLink to={viewUrl('setup')}>Use another Google account</ButtonLink>
          <ExternalLink href="https://business.google.com/create">Create or claim a profile</ExternalLink>
        </div>
      </Board>
      {fault !== undefined && (
        <RequestFault
          error={fault}
          message="Couldn’t start reading from Google. Please try again."
          onRetry={refresh}
          retrying={starting}
        />
      )}
    </div>
  );
}

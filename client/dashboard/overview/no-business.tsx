import { useRefresh } from '../../business-profile/use-mirror';
import { RefreshFault } from '../../business-profile/connect';
import { PracticeButton } from '../../business-profile/practice';
import { viewUrl } from '../../lib/views';
import { cx } from '../../ui/basics/cx';
import { Board } from '../../ui/layout/board';
import { Button, ButtonLink, ExternalLink } from '../../ui/basics/button';
import common from '../../ui/layout/common.module.css';
import styles from './no-business.module.css';

/** Says that the connected Google account has no business, and what to do about it. */
export function NoBusiness({ email }: { email: string | null }) {
  const reading = useRefresh();
  return (
    <div className={common.stack4}>
      <Board state="bare" drop="chained">
        <h2 className={styles.title}>There’s no business on this Google account</h2>
        <p className={styles.words}>
          {email ?? 'This account'} doesn’t manage a Business Profile. Create or claim one on Google, or ask
          its owner to add you as a manager. Then check again.
        </p>
        <div className={cx(common.line, styles.actions)}>
          <Button variant="primary" busyText={reading.starting && 'Reading...'} onClick={reading.refresh}>
            Check again
          </Button>
          <ButtonLink to={viewUrl('setup')}>Use another Google account</ButtonLink>
          <PracticeButton variant="quiet" />
          <ExternalLink href="https://business.google.com/create">Create or claim a profile</ExternalLink>
        </div>
      </Board>
      <RefreshFault {...reading} />
    </div>
  );
}

import { ErrorState } from '../ui/banner';
import { Dialog } from '../ui/dialog';
import { Loading, Skeleton } from '../ui/loading';
import { EmailSettings } from './email-settings';
import { NoticesSwitch } from './notices-switch';
import styles from './settings-dialog.module.css';
import { TimeSettings } from './time-settings';
import { useNoticeSettings } from './use-notice-settings';
import { WebhookSettings } from './webhook-settings';

/** Which notices the person gets, when, and by which ways besides the bell. */
export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isValidating, mutate } = useNoticeSettings();
  return (
    <Dialog open title="Notice settings" onClose={onClose}>
      <div className={styles.main}>
        <NoticesSwitch />
        <p className={styles.text}>While this is off, nothing is listed, and nothing is sent.</p>
      </div>
      {error !== undefined && (
        <ErrorState
          message="Failed to load the settings. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!data && error === undefined}
        skeleton={Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      >
        {data && (
          <>
            <EmailSettings settings={data} />
            <TimeSettings settings={data} />
            <WebhookSettings settings={data} />
          </>
        )}
      </Loading>
    </Dialog>
  );
}

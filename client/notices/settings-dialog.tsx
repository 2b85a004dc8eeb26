import { Dialog } from '../ui/layers/dialog';
import { EmailSettings } from './email-settings';
import { LoadedPart } from './loaded-part';
import { NoticesSwitch } from './notices-switch';
import styles from './settings-dialog.module.css';
import { TimeSettings } from './time-settings';
import { useNoticeSettings } from './use-notice-settings';
import { WebhookSettings } from './webhook-settings';

/** Which notices the person gets besides the bell, when, and through which channels. */
export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const reading = useNoticeSettings();
  return (
    <Dialog open title="Notice settings" onClose={onClose}>
      <div className={styles.main}>
        <NoticesSwitch />
        <p className={styles.text}>
          While this is off, nothing is listed or sent. Nothing from that time is added later.
        </p>
      </div>
      <LoadedPart reading={reading} failure="Failed to load the settings. Please try again.">
        {(settings) => (
          <>
            <EmailSettings settings={settings} />
            {/* They are about email alone. */}
            {settings.canMail && <TimeSettings settings={settings} />}
            <WebhookSettings settings={settings} />
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}

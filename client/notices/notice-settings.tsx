import common from '../ui/layout/common.module.css';
import { SwitchLine } from '../ui/layout/settings';
import { EmailSettings } from './email-settings';
import { NoticeChoice } from './notice-choice';
import { QuietHoursSettings } from './quiet-hours';
import { useEmail } from './use-email';
import type { NoticeSettings as Settings } from './use-notice-settings';
import { useMainSwitch } from './use-notices';

/** Which notices the person gets, in the bell and by email, and when. */
export function NoticeSettings({ settings }: { settings: Settings }) {
  const email = useEmail(settings);
  return (
    <div className={common.ruled}>
      <NoticeChoice settings={settings} email={email} />
      <EmailSettings settings={settings} email={email} />
      {/* They are about email alone. */}
      {settings.canMail && <QuietHoursSettings settings={settings} />}
    </div>
  );
}

/** Switches notices on or off for the person. */
export function NoticesSwitch() {
  const { isOn, isSaving, change } = useMainSwitch('notifications');
  return (
    <SwitchLine
      title="Get notices"
      checked={isOn}
      aria-busy={isSaving}
      onChange={() => !isSaving && void change(!isOn)}
    >
      While this is off, nothing is listed or sent. Nothing from that time is added later.
    </SwitchLine>
  );
}

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../auth/session';
import { settingsUrl } from '../lib/views';
import { cx } from '../ui/basics/cx';
import { Switch } from '../ui/form/switch';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import styles from './bell-panel.module.css';
import { LoadedPart } from './loaded-part';
import { MailAddress } from './mail-address';
import { useEmail } from './use-email';
import { type NoticeSettings, useNoticeSettings } from './use-notice-settings';

/** Switches email about failed posts on and off, and asks for the address where none is confirmed. */
export function FailureMail({ onOpenSettings }: { onOpenSettings: () => void }) {
  const reading = useNoticeSettings();
  return (
    <div className={styles.mail}>
      <LoadedPart reading={reading} failure="Failed to load the settings. Please try again." rows={1}>
        {(settings) => <FailureSwitch settings={settings} onOpenSettings={onOpenSettings} />}
      </LoadedPart>
    </div>
  );
}

interface FailureSwitchProps {
  settings: NoticeSettings;
  onOpenSettings: () => void;
}

function FailureSwitch({ settings, onOpenSettings }: FailureSwitchProps) {
  const session = useSession();
  const email = useEmail(settings);
  const [isNew, setIsNew] = useState(false);
  const isOn = email.kinds.includes('post_failed');
  const own = session.status === 'signed-in' ? session.user.email : '';
  const known = settings.channels.find(({ kind }) => kind === 'email');
  const change = (): void => {
    if (email.isSaving) return;
    setIsNew(!isOn);
    const others = email.kinds.filter((kind) => kind !== 'post_failed');
    void email.choose(isOn ? others : [...others, 'post_failed']);
  };
  return (
    <>
      <Switch inRow checked={isOn} disabled={!settings.canMail} aria-busy={email.isSaving} onChange={change}>
        Email me when a post fails
      </Switch>
      {email.fault && <Banner tone="error">{email.fault}</Banner>}
      {isOn && email.channel && !email.channel.isProven ? (
        <MailAddress channel={email.channel} mailbox={settings.mailbox} takesFocus={isNew} />
      ) : (
        <p className={cx(common.small, styles.mailLine)}>
          {settings.canMail ? (
            <>
              {isOn ? 'On, to' : 'To'} {known?.target ?? own} ·{' '}
              <Link to={settingsUrl('notices')} onClick={onOpenSettings}>
                Change
              </Link>
            </>
          ) : (
            'This server isn’t set up to send email.'
          )}
          {isOn && email.channel?.pausedReason && ` Paused: ${email.channel.pausedReason}`}
        </p>
      )}
    </>
  );
}

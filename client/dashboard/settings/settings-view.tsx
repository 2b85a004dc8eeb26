import { Link, useLocation } from 'react-router-dom';
import { afterTries } from '../../api/swr';
import { useSession } from '../../auth/session';
import { settingsUrl } from '../../lib/views';
import { LoadedPart } from '../../notices/loaded-part';
import { NoticeSettings, NoticesSwitch } from '../../notices/notice-settings';
import { TimeZoneSetting } from '../../notices/time-zone-setting';
import { useNoticeSettings } from '../../notices/use-notice-settings';
import { WebhookSettings } from '../../notices/webhook-settings';
import { SettingsSection } from '../../ui/layout/settings';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { AccountSettings } from './account-settings';
import { DataSettings } from './data-settings';
import { LanguageSetting } from './language-setting';
import styles from './settings-view.module.css';

const SECTIONS = [
  ['account', 'Your account'],
  ['notices', 'Notices'],
  ['webhooks', 'Webhooks'],
  ['time', 'Time and language'],
  ['data', 'Data'],
] as const;

/** The person's settings on one page: their account, notices, webhooks, time and language, and data. */
export function SettingsView() {
  const session = useSession();
  const { hash } = useLocation();
  const reading = useNoticeSettings();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  const { data: settings } = reading;
  const { error } = afterTries(reading.error);
  const current = SECTIONS.find(([id]) => hash === `#${id}`)?.[0] ?? 'account';
  // The section of notices says that the settings couldn't be loaded.
  const isMissing = settings === undefined && error !== undefined;

  return (
    <>
      <h1 tabIndex={-1}>Settings</h1>
      <div className={styles.page}>
        <nav aria-label="Settings" className={styles.sections}>
          {SECTIONS.map(([id, title]) => (
            <Link
              key={id}
              to={settingsUrl(id)}
              className={styles.entry}
              aria-current={id === current ? 'true' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div>
          <SettingsSection id="account" title="Your account">
            <AccountSettings user={user} />
          </SettingsSection>
          <SettingsSection id="notices" title="Notices">
            <NoticesSwitch />
            <LoadedPart reading={reading} failure="Failed to load the settings. Please try again." rows={8}>
              {(loaded) => <NoticeSettings settings={loaded} />}
            </LoadedPart>
          </SettingsSection>
          {!isMissing && (
            <>
              <SettingsSection id="webhooks" title="Webhooks">
                <Loading busy={!settings} skeleton={<SkeletonRows rows={2} />}>
                  {settings && <WebhookSettings settings={settings} />}
                </Loading>
              </SettingsSection>
              <SettingsSection id="time" title="Time and language">
                <Loading busy={!settings} skeleton={<SkeletonRows rows={1} />}>
                  {settings && <TimeZoneSetting settings={settings} />}
                </Loading>
                <LanguageSetting user={user} />
              </SettingsSection>
            </>
          )}
          <SettingsSection id="data" title="Data">
            <DataSettings user={user} />
          </SettingsSection>
        </div>
      </div>
    </>
  );
}

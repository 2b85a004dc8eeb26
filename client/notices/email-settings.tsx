import { useRef, useState } from 'react';
import { cx } from '../ui/basics/cx';
import { Button, ExternalLink } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { SettingsLine, SwitchLine } from '../ui/layout/settings';
import { Banner } from '../ui/messages/banner';
import { LastDeliveries } from './last-deliveries';
import { MailAddress } from './mail-address';
import styles from './notice-settings.module.css';
import { PausedChannel } from './paused-channel';
import { SendTest } from './send-test';
import type { useEmail } from './use-email';
import { type Channel, type NoticeSettings, useNoticeActions } from './use-notice-settings';

const SCHEDULES = Object.freeze([
  ['now', 'Immediately'],
  ['daily', 'Once a day, at 08:00'],
  ['weekly', 'Once a week, on Monday at 08:00'],
] as const);

interface EmailSettingsProps {
  settings: NoticeSettings;
  email: ReturnType<typeof useEmail>;
}

/** Whether and when the person gets notices by email, and at which address. */
export function EmailSettings({ settings: { canMail, mailbox }, email }: EmailSettingsProps) {
  const { isOn, isSaving, fault, channel, switchOn, switchOff } = email;
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} className={cx(common.noRing, common.ruled)} aria-label="Email">
      <SwitchLine
        title="Send notices by email"
        checked={isOn}
        disabled={!canMail}
        aria-busy={isSaving}
        onChange={() => !isSaving && void (isOn ? switchOff() : switchOn())}
      >
        {canMail
          ? mailbox && (
              <>
                Email stays on this machine: <ExternalLink href={mailbox}>Open the mailbox</ExternalLink>
              </>
            )
          : 'This server isn’t set up to send email. The operator of the server can change that.'}
      </SwitchLine>
      {fault && <Banner tone="error">{fault}</Banner>}
      {channel && (
        <EmailChannel
          key={channel.id}
          channel={channel}
          mailbox={mailbox}
          onResume={() => section.current?.focus()}
        />
      )}
    </section>
  );
}

interface EmailChannelProps {
  channel: Channel;
  mailbox: string | null;
  onResume: () => void;
}

function EmailChannel({ channel, mailbox, onResume }: EmailChannelProps) {
  const { id, target, schedule, isProven } = channel;
  const { updateChannel } = useNoticeActions();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      {isProven && (
        <SettingsLine
          title="Email address"
          action={
            <>
              <Button size="small" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
                Change address
              </Button>
              <SendTest channelId={id} />
            </>
          }
        >
          {target}, confirmed
        </SettingsLine>
      )}
      {(isChanging || !isProven) && (
        <div className={styles.inset}>
          <MailAddress channel={channel} mailbox={mailbox} takesFocus={isChanging} />
        </div>
      )}
      <PausedChannel channel={channel} onResume={onResume} />
      <SettingsLine
        title="When"
        action={
          <Field label="When" hideLabel>
            <Select
              value={schedule}
              onChange={({ target: { value } }) => {
                const chosen = SCHEDULES.find(([name]) => name === value);
                if (chosen) void updateChannel(id, { schedule: chosen[0] });
              }}
            >
              {SCHEDULES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        }
      >
        How often email is sent
      </SettingsLine>
      <LastDeliveries channelId={id} />
    </>
  );
}

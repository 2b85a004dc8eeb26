import { useId, useRef, useState } from 'react';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Select } from '../ui/inputs';
import { notify } from '../ui/notify';
import { Switch } from '../ui/switch';
import { ChannelKinds } from './channel-kinds';
import { PausedChannel } from './paused-channel';
import styles from './settings-dialog.module.css';
import { type Channel, type NoticeSettings, useNoticeActions } from './use-notice-settings';
import { useMainSwitch } from './use-notices';

const SCHEDULES = Object.freeze([
  ['now', 'At once'],
  ['daily', 'Once a day, at 08:00'],
  ['weekly', 'Once a week, on Monday at 08:00'],
] as const);

/** Whether, when and of what the person gets emails. */
export function EmailSettings({ settings }: { settings: NoticeSettings }) {
  const { addMail, updateChannel } = useNoticeActions();
  const main = useMainSwitch('emailUpdates');
  const noteId = useId();
  const section = useRef<HTMLElement>(null);
  const channel = settings.channels.find(({ kind }) => kind === 'email');
  const isOn = settings.canMail && main.isOn && channel?.isOn === true;

  const switchOn = async (): Promise<void> => {
    if (!main.isOn && !(await main.change(true))) return;
    await (channel ? updateChannel(channel.id, { isOn: true }) : addMail());
  };
  const switchOff = async (): Promise<void> => {
    if ((await main.change(false)) && channel) await updateChannel(channel.id, { isOn: false });
  };

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-label="Email">
      <h3 className={styles.title}>Email</h3>
      <Switch
        inRow
        checked={isOn}
        disabled={!settings.canMail}
        aria-describedby={settings.canMail ? undefined : noteId}
        aria-busy={main.isSaving}
        onChange={() => !main.isSaving && void (isOn ? switchOff() : switchOn())}
      >
        Send notices by email
      </Switch>
      {!settings.canMail && (
        <p id={noteId} className={styles.text}>
          This server sends no email.
        </p>
      )}
      {isOn && (
        <EmailChannel channel={channel} kinds={settings.kinds} onResume={() => section.current?.focus()} />
      )}
    </section>
  );
}

interface EmailChannelProps {
  channel: Channel;
  kinds: NoticeSettings['kinds'];
  onResume: () => void;
}

function EmailChannel({ channel, kinds, onResume }: EmailChannelProps) {
  const { id, target, schedule, isProven } = channel;
  const { updateChannel, sendProof } = useNoticeActions();
  const [isSending, setIsSending] = useState(false);
  const askForProof = async (): Promise<void> => {
    setIsSending(true);
    if (await sendProof(id)) notify.success('Done. If a link was needed, it’s in your mailbox now.');
    setIsSending(false);
  };
  return (
    <>
      {isProven ? (
        <p className={styles.text}>To {target}.</p>
      ) : (
        <Banner
          tone="info"
          action={
            <Button size="small" busyText={isSending && 'Sending...'} onClick={() => void askForProof()}>
              Send confirmation
            </Button>
          }
        >
          Nothing is sent to {target} until this address is confirmed.
        </Banner>
      )}
      <PausedChannel channel={channel} onResume={onResume} />
      <Field label="When">
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
      <ChannelKinds channel={channel} kinds={kinds} />
    </>
  );
}

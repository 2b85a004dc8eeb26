import { useId, useRef, useState } from 'react';
import { authFault } from '../auth/use-text-form';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ExternalLink } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { announce } from '../ui/basics/screen-reader';
import { Switch } from '../ui/form/switch';
import { ChannelKinds } from './channel-kinds';
import { LastDeliveries } from './last-deliveries';
import { PausedChannel } from './paused-channel';
import { SendTest } from './send-test';
import styles from './settings-dialog.module.css';
import { type Channel, type NoticeSettings, useNoticeActions } from './use-notice-settings';
import { useMainSwitch } from './use-notices';

const SCHEDULES = Object.freeze([
  ['now', 'Immediately'],
  ['daily', 'Once a day, at 08:00'],
  ['weekly', 'Once a week, on Monday at 08:00'],
] as const);

/** Whether and when the person gets notices by email, and which. */
export function EmailSettings({ settings }: { settings: NoticeSettings }) {
  const { addEmail, sendProof, updateChannel } = useNoticeActions();
  const main = useMainSwitch('emailUpdates');
  const noteId = useId();
  const section = useRef<HTMLElement>(null);
  const [fault, setFault] = useState<string>();
  const channel = settings.channels.find(({ kind }) => kind === 'email');
  const isOn = settings.canMail && main.isOn && channel?.isOn === true;

  /** Returns whether it was done. A failure is shown in the section, since the server’s message says what to do. */
  const attempt = (work: Promise<unknown>): Promise<boolean> => {
    setFault(undefined);
    return work.then(
      () => true,
      (error: unknown) => {
        setFault(authFault(error));
        return false;
      },
    );
  };
  const switchOn = async (): Promise<void> => {
    if (!main.isOn && !(await main.change(true))) return;
    if (channel) await updateChannel(channel.id, { isOn: true });
    else await attempt(addEmail());
  };
  const switchOff = async (): Promise<void> => {
    if ((await main.change(false)) && channel) await updateChannel(channel.id, { isOn: false });
  };

  return (
    <section ref={section} tabIndex={-1} className={cx(common.noRing, styles.section)} aria-label="Email">
      <h3>Email</h3>
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
          This server isn’t set up to send email. The operator of the server can change that.
        </p>
      )}
      {settings.mailbox && (
        <p className={styles.text}>
          Email stays on this machine: <ExternalLink href={settings.mailbox}>Open the mailbox</ExternalLink>
        </p>
      )}
      {fault && <Banner tone="error">{fault}</Banner>}
      {isOn && !channel.isProven && (
        <Unproven address={channel.target} onSend={() => attempt(sendProof(channel.id))} />
      )}
      {isOn && (
        <EmailChannel channel={channel} kinds={settings.kinds} onResume={() => section.current?.focus()} />
      )}
    </section>
  );
}

interface UnprovenProps {
  address: string;
  /** Returns whether the link is on its way. */
  onSend: () => Promise<boolean>;
}

/** Asks the person to confirm their address by a link. */
function Unproven({ address, onSend }: UnprovenProps) {
  const [state, setState] = useState<'unsent' | 'sending' | 'sent'>('unsent');
  const words =
    state === 'sent'
      ? `A link is on its way to ${address}. Open it within 24 hours, in a browser in which you’re logged in.`
      : `Nothing is sent to ${address} until you confirm that the address is yours.`;
  const send = async (): Promise<void> => {
    setState('sending');
    const isSent = await onSend();
    setState(isSent ? 'sent' : 'unsent');
    if (isSent) announce(`A link is on its way to ${address}.`);
  };
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" busyText={state === 'sending' && 'Sending...'} onClick={() => void send()}>
          {state === 'sent' ? 'Send it again' : 'Confirm address'}
        </Button>
      }
    >
      {words}
    </Banner>
  );
}

interface EmailChannelProps {
  channel: Channel;
  kinds: NoticeSettings['kinds'];
  onResume: () => void;
}

function EmailChannel({ channel, kinds, onResume }: EmailChannelProps) {
  const { id, target, schedule, isProven } = channel;
  const { updateChannel } = useNoticeActions();
  return (
    <>
      {isProven && <p className={styles.text}>To {target}.</p>}
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
      <LastDeliveries channelId={id} />
      {isProven && (
        <div className={common.wrap}>
          <SendTest channelId={id} />
        </div>
      )}
    </>
  );
}

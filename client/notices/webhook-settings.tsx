import { Copy, Trash2 } from 'lucide-react';
import { useTextForm } from '../auth/use-text-form';
import { useRef, useState } from 'react';
import { drawFirst, focusAfter } from '../lib/draw-first';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ExternalLink } from '../ui/basics/button';
import { AlertDialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { notify } from '../ui/messages/notify';
import { announce } from '../ui/basics/screen-reader';
import { Switch } from '../ui/form/switch';
import { KindsTable } from './kinds-table';
import { LastDeliveries } from './last-deliveries';
import { PausedChannel } from './paused-channel';
import { SendTest } from './send-test';
import styles from './notice-settings.module.css';
import { type Channel, type NoticeSettings, useNoticeActions } from './use-notice-settings';

interface NewKey {
  channelId: string;
  secret: string;
}

/** The person's webhooks, and a form that adds one. */
export function WebhookSettings({ settings }: { settings: NoticeSettings }) {
  const section = useRef<HTMLDivElement>(null);
  const [newKey, setNewKey] = useState<NewKey>();
  const focusSection = () => section.current?.focus();
  const showKey = (key: NewKey): void => {
    focusAfter(
      () => setNewKey(key),
      () => section.current,
    );
    announce('The webhook has been added. Copy its key now. You won’t see it again.');
  };
  return (
    <div
      ref={section}
      tabIndex={-1}
      role="group"
      className={cx(common.noRing, common.ruled)}
      aria-label="Your webhooks"
    >
      <p className={styles.note}>Each notice is sent to your program immediately, as signed JSON.</p>
      {settings.channels
        .filter(({ kind }) => kind === 'webhook')
        .map((channel) => (
          <Webhook
            key={channel.id}
            channel={channel}
            kinds={settings.kinds}
            secret={newKey?.channelId === channel.id ? newKey.secret : undefined}
            onDeleted={focusSection}
          />
        ))}
      {/* Empty again after each webhook that was added. */}
      <AddWebhook key={newKey?.channelId} sink={settings.webhookSink} onAdded={showKey} />
    </div>
  );
}

interface AddWebhookProps {
  /** Where webhooks can be tried, if anywhere. */
  sink: NoticeSettings['webhookSink'];
  onAdded: (key: NewKey) => void;
}

function AddWebhook({ sink, onAdded }: AddWebhookProps) {
  const { addWebhook } = useNoticeActions();
  const { form, control, errors, fault, busy } = useTextForm(
    { url: '' },
    ({ url }) => (url.trim() ? {} : { url: 'Address is required' }),
    async ({ url }) => {
      const { id, secret } = await addWebhook(url.trim());
      if (secret !== null) onAdded({ channelId: id, secret });
    },
  );
  return (
    <form {...form} className={styles.form} aria-label="Add a webhook">
      {fault && <Banner tone="error">{fault}</Banner>}
      <Field label="Address" hint="It begins with https://" error={errors.url}>
        <TextInput {...control('url')} type="url" inputMode="url" autoComplete="off" spellCheck={false} />
      </Field>
      {sink && (
        <p className={cx(common.small, common.breaks)}>
          To try it, use {sink.address}try. What arrives there stays on this machine, and its signature is
          checked for you. <ExternalLink href={sink.page}>Open the page</ExternalLink>
        </p>
      )}
      <Button type="submit" busyText={busy && 'Adding...'}>
        Add webhook
      </Button>
    </form>
  );
}

interface WebhookProps {
  channel: Channel;
  kinds: NoticeSettings['kinds'];
  /** Its key, if it has just been added. */
  secret: string | undefined;
  onDeleted: () => void;
}

function Webhook({ channel, kinds, secret, onDeleted }: WebhookProps) {
  const { id, target, isOn, kinds: chosen } = channel;
  const { updateChannel, deleteChannel } = useNoticeActions();
  const article = useRef<HTMLElement>(null);
  const [work, setWork] = useState<'asking' | 'deleting'>();
  const remove = async (): Promise<void> => {
    setWork('deleting');
    const isDeleted = await deleteChannel(id);
    // The question first returns the focus to its button, which may be gone.
    drawFirst(() => setWork(undefined));
    if (isDeleted) onDeleted();
  };
  return (
    <article ref={article} tabIndex={-1} className={cx(common.noRing, styles.channel)} aria-label={target}>
      <Switch inRow checked={isOn} onChange={() => void updateChannel(id, { isOn: !isOn })}>
        <span className={cx(common.breaks, styles.address)}>{target}</span>
      </Switch>
      {secret !== undefined && <NewSecret secret={secret} />}
      <PausedChannel channel={channel} onResume={() => article.current?.focus()} />
      <details>
        <summary className={styles.summary}>
          What is sent: {chosen.length} of {kinds.length}
        </summary>
        <KindsTable
          caption="Kinds of notices that are sent"
          kinds={kinds}
          columns={[
            {
              title: 'Sent',
              words: 'to this webhook',
              kinds: chosen,
              onChange: (wanted) => void updateChannel(id, { kinds: wanted }),
            },
          ]}
        />
      </details>
      <LastDeliveries channelId={id} />
      <div className={common.wrap}>
        <SendTest channelId={id} />
        <Button size="small" variant="quietDanger" icon={Trash2} onClick={() => setWork('asking')}>
          Delete
        </Button>
      </div>
      <AlertDialog
        open={work !== undefined}
        title="Delete this webhook?"
        confirmLabel="Delete"
        busyText={work === 'deleting' && 'Deleting...'}
        onConfirm={() => void remove()}
        onCancel={() => setWork(undefined)}
      >
        Nothing more is sent to {target}, and its key and its list of messages are deleted.
      </AlertDialog>
    </article>
  );
}

/** The key that signs the messages of a new webhook. It is in no later answer. */
function NewSecret({ secret }: { secret: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      notify.success('The key has been copied.');
    } catch {
      notify.error('The key couldn’t be copied. Select it and copy it yourself.');
    }
  };
  return (
    <Banner
      tone="success"
      action={
        <Button size="small" icon={Copy} onClick={() => void copy()}>
          Copy key
        </Button>
      }
    >
      Messages to this address are signed with this key. Copy it now. You won’t see it again.
      <code className={cx(common.breaks, styles.secret)}>{secret}</code>
    </Banner>
  );
}

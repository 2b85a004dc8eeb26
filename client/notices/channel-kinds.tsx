import { Switch } from '../ui/form/switch';
import styles from './settings-dialog.module.css';
import { type Channel, type NoticeSettings, useNoticeActions } from './use-notice-settings';

interface ChannelKindsProps {
  channel: Channel;
  kinds: NoticeSettings['kinds'];
}

/** One switch for each kind of notice that a channel can be given. */
export function ChannelKinds({ channel: { id, kinds: chosen }, kinds }: ChannelKindsProps) {
  const { updateChannel } = useNoticeActions();
  return (
    <details>
      <summary className={styles.summary}>
        What is sent: {chosen.length} of {kinds.length}
      </summary>
      <div className={styles.kinds}>
        {kinds.map(({ kind, title }) => {
          const isOn = chosen.includes(kind);
          const change = (): void =>
            void updateChannel(id, {
              kinds: isOn ? chosen.filter((other) => other !== kind) : [...chosen, kind],
            });
          return (
            <Switch key={kind} inRow checked={isOn} onChange={change}>
              {title}
            </Switch>
          );
        })}
      </div>
    </details>
  );
}

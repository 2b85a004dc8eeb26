import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { type Channel, useNoticeActions } from './use-notice-settings';

interface PausedChannelProps {
  channel: Channel;
  /** Called before the button is removed, to take the focus. */
  onResume: () => void;
}

/** Why nothing is sent by a channel at present, and what ends the pause. */
export function PausedChannel({ channel: { id, pausedReason }, onResume }: PausedChannelProps) {
  const { updateChannel } = useNoticeActions();
  if (pausedReason === null) return null;
  const resume = (): void => {
    onResume();
    void updateChannel(id, { isOn: true });
  };
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" onClick={resume}>
          Resume
        </Button>
      }
    >
      <strong>Paused.</strong> {pausedReason}
    </Banner>
  );
}

import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/basics/button';
import { notify } from '../ui/messages/notify';
import { useNoticeActions } from './use-notice-settings';

/** Sends a channel a test message, which then is the first of its last messages. */
export function SendTest({ channelId }: { channelId: string }) {
  const { testChannel } = useNoticeActions();
  const [isSending, setIsSending] = useState(false);
  const send = async (): Promise<void> => {
    setIsSending(true);
    if (await testChannel(channelId)) notify.success('A test message is on its way.');
    setIsSending(false);
  };
  return (
    <Button size="small" icon={Send} busyText={isSending && 'Sending...'} onClick={() => void send()}>
      Send a test
    </Button>
  );
}

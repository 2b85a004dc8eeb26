import { Button } from '../ui/button';
import type { useConnect } from './use-connect';

interface ReconnectButtonProps {
  /** What `useConnect` gives. */
  connect: ReturnType<typeof useConnect>;
  variant?: 'primary';
  size?: 'small';
}

/** Leads to Google's consent page once more, for somebody who has connected before. */
export function ReconnectButton({ connect: { connecting, connect }, variant, size }: ReconnectButtonProps) {
  return (
    <Button variant={variant} size={size} busyText={connecting && 'Connecting...'} onClick={connect}>
      Reconnect
    </Button>
  );
}

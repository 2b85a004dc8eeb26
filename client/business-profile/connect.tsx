import common from '../ui/layout/common.module.css';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error';
import { answer, api } from '../api/client';
import { reportRefusal } from '../api/report-error';
import { useSession } from '../auth/session';
import { Banner, ErrorState } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import type { useRefresh } from './use-mirror';

/** Why connecting could not begin. */
interface ConnectFault {
  title: string;
  /** The server's own sentence. */
  reason?: string | undefined;
}

/** Opens Google's consent page, where a Business Profile is connected or reconnected. */
export function useConnect() {
  const session = useSession();
  const [connecting, setConnecting] = useState(false);
  const [fault, setFault] = useState<ConnectFault>();

  // When the user comes back from Google without an answer, the browser may restore this page in its busy state.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setConnecting(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  async function connect(): Promise<void> {
    setFault(undefined);
    if (session.status !== 'signed-in') return setFault({ title: 'Please log in with Firebase first' });
    setConnecting(true);
    try {
      const { url } = await answer(api.POST('/api/auth/gbp-connect'), { quiet: true });
      window.location.assign(url);
    } catch (error) {
      setConnecting(false);
      if (error instanceof ApiError) reportRefusal(error);
      setFault({
        title: 'Failed to initiate Google Business Profile setup',
        reason: error instanceof ApiError ? error.message : undefined,
      });
    }
  }

  return { connecting, fault, connect: () => void connect() };
}

/** Says why connecting could not begin. Renders nothing without a fault. */
export function ConnectFaultBanner({ fault }: { fault: ConnectFault | undefined }) {
  return (
    fault && (
      <Banner tone="error">
        <p className={common.medium}>{fault.title}</p>
        {fault.reason && <p>{fault.reason}</p>}
      </Banner>
    )
  );
}

interface ReconnectButtonProps {
  /** What `useConnect` gives. */
  connect: ReturnType<typeof useConnect>;
  variant?: 'primary';
  size?: 'small';
}

/** Opens Google's consent page for a user who has connected before. */
export function ReconnectButton({ connect: { connecting, connect }, variant, size }: ReconnectButtonProps) {
  return (
    <Button variant={variant} size={size} busyText={connecting && 'Connecting...'} onClick={connect}>
      Reconnect
    </Button>
  );
}

interface RequestFaultProps {
  /** The error that was thrown. */
  error: unknown;
  /** Shown unless Google is the cause. Then the server's message is shown instead. */
  message: string;
  onRetry: () => void;
  /** Whether the retry is running. */
  retrying?: boolean;
}

/** Says why a request that involves Google failed, with a button: Reconnect if the access has ended, otherwise Try Again. */
export function RequestFault({ error, message, ...rest }: RequestFaultProps) {
  const code = error instanceof ApiError ? error.code : '';
  const words = error instanceof ApiError && code.startsWith('google/') ? error.message : message;
  if (code === 'google/reconnect') return <LostAccess>{words}</LostAccess>;
  return <ErrorState message={words} {...rest} />;
}

/** Says why a new reading from Google could not begin. Renders nothing while there is no fault. */
export function RefreshFault({ starting, fault, refresh }: ReturnType<typeof useRefresh>) {
  if (fault === undefined) return null;
  return (
    <RequestFault
      error={fault}
      message="Couldn’t start reading from Google. Please try again."
      onRetry={refresh}
      retrying={starting}
    />
  );
}

function LostAccess({ children }: { children: string }) {
  const connect = useConnect();
  return (
    <>
      <Banner tone="error" action={<ReconnectButton connect={connect} size="small" />}>
        {children}
      </Banner>
      <ConnectFaultBanner fault={connect.fault} />
    </>
  );
}

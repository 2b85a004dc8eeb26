import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error';
import { reportRefusal } from '../api/report-error';
import { useSession } from '../auth/session';
import { beginConnection } from './connect-requests';

/** Why connecting could not begin. */
export interface ConnectFault {
  title: string;
  /** The server's own sentence. */
  reason?: string | undefined;
}

/** The way to Google's consent page, where a Business Profile is connected or reconnected. */
export function useConnect() {
  const session = useSession();
  const [connecting, setConnecting] = useState(false);
  const [fault, setFault] = useState<ConnectFault>();

  // The browser may bring this page back as it was left when the person returns from Google without an answer.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setConnecting(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  async function connect(): Promise<void> {
    setFault(undefined);
    if (session.status !== 'signed-in') return setFault({ title: 'Please log in with Firebase first' });
    setConnecting(true);
    try {
      window.location.assign(await beginConnection());
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

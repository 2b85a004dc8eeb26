import { ApiError } from '../api/api-error';
import { Banner } from '../ui/banner';
import { ErrorState } from '../ui/error-state';
import { ConnectFaultBanner } from './connect-fault-banner';
import { ReconnectButton } from './reconnect-button';
import { useConnect } from './use-connect';

interface RequestFaultProps {
  /** What was thrown. */
  error: unknown;
  /** Said unless Google is the cause: of that the server tells better. */
  message: string;
  onRetry: () => void;
  /** While the retry is under way. */
  retrying?: boolean;
}

/** Why a request failed that goes on to Google, with the way out: to reconnect where the access has ended, else Try Again. */
export function RequestFault({ error, message, ...rest }: RequestFaultProps) {
  const code = error instanceof ApiError ? error.code : '';
  const words = error instanceof ApiError && code.startsWith('google/') ? error.message : message;
  if (code === 'google/reconnect') return <LostAccess>{words}</LostAccess>;
  return <ErrorState message={words} {...rest} />;
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

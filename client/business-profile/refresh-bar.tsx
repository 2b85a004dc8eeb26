import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../ui/announcer';
import { Badge } from '../ui/badge';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { ageWords } from './instant-words';
import styles from './refresh-bar.module.css';
import { RequestFault } from './request-fault';
import { useConnection } from './use-connection';
import { useMirror, useRefresh } from './use-mirror';

/** How old the places on screen are, and the way to read them from Google anew; nothing before they were read once. */
export function RefreshBar() {
  const { connection } = useConnection();
  const { data: mirror } = useMirror();
  const { starting, fault, refresh } = useRefresh();
  const asOf = mirror?.asOf;
  const isReading = starting || mirror?.isReading === true;
  const wasAsked = useRef(false);

  useEffect(() => {
    if (starting) wasAsked.current = true;
    if (isReading || !wasAsked.current) return;
    wasAsked.current = false;
    if (asOf && fault === undefined && !mirror?.problem)
      announce(`Up to date as of ${ageWords(new Date(asOf), new Date())}`);
  }, [starting, isReading, fault, asOf, mirror?.problem]);

  if (!asOf || !connection) return null;
  const canRead = connection.state === 'connected';
  return (
    <>
      <div className={styles.bar}>
        <p>
          As of <time dateTime={asOf}>{ageWords(new Date(asOf), new Date())}</time>
        </p>
        {!canRead && <Badge icon={TriangleAlert}>May be out of date</Badge>}
        {canRead && (
          <Button size="small" icon={RefreshCw} busyText={isReading && 'Refreshing...'} onClick={refresh}>
            Refresh
          </Button>
        )}
      </div>
      {canRead && fault !== undefined && (
        <RequestFault
          error={fault}
          message="Failed to refresh. Please try again."
          onRetry={refresh}
          retrying={isReading}
        />
      )}
      {canRead && !isReading && mirror.problem && (
        <Banner tone="warning">{mirror.problem} You see what was read before.</Banner>
      )}
    </>
  );
}

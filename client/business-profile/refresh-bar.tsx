import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { countOf } from '../lib/count-of';
import { dayWords, timeWords } from '../lib/time-words';
import { viewerTimeZone } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Badge } from '../ui/basics/labels';
import { announce } from '../ui/basics/screen-reader';
import { RequestFault } from './connect';
import styles from './connection.module.css';
import { useConnection } from './use-connection';
import { type Mirror, useMirror, useRefresh } from './use-mirror';

interface RefreshBarProps {
  /** When what is on screen was read apart from the others, such as a location with its save, ISO 8601. */
  readAt?: string | null | undefined;
}

/** The age of the locations on screen, with a button that reads them from Google again. Empty before the first read. */
export function RefreshBar({ readAt }: RefreshBarProps) {
  const { connection } = useConnection();
  const { data: mirror } = useMirror();
  const { starting, fault, refresh } = useRefresh();
  const asOf = mirror?.asOf;
  const isReading = starting || mirror?.isReading === true;
  const unread = mirror && unreadableWords(mirror);
  const wasAsked = useRef(false);

  useEffect(() => {
    if (starting) wasAsked.current = true;
    if (isReading || !wasAsked.current) return;
    wasAsked.current = false;
    if (asOf && fault === undefined && !mirror?.problem)
      announce(
        [`Up to date as of ${ageWords(new Date(asOf), new Date())}`, unread].filter(Boolean).join('. '),
      );
  }, [starting, isReading, fault, asOf, mirror?.problem, unread]);

  if (!asOf || !connection) return null;
  // Both are in UTC, so the later one is the greater text.
  const shown = readAt && readAt > asOf ? readAt : asOf;
  const canRead = connection.state === 'connected';
  return (
    <>
      <div className={cx(common.line, common.small, styles.bar)}>
        <p>
          As of <time dateTime={shown}>{ageWords(new Date(shown), new Date())}</time>
        </p>
        {!canRead && <Badge icon={TriangleAlert}>May be out of date</Badge>}
        {canRead && (
          <Button
            size="row"
            variant="quiet"
            icon={RefreshCw}
            busyText={isReading && 'Refreshing...'}
            onClick={refresh}
          >
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
        <Banner tone="warning">{mirror.problem} You’re seeing data from the last refresh.</Banner>
      )}
      {unread && <Banner tone="warning">{unread}</Banner>}
    </>
  );
}

/** That Google gave some accounts or locations in a form that can’t be stored; all others are as Google has them. */
function unreadableWords({ unreadableAccounts, unreadableLocations }: Mirror): string | undefined {
  const parts = [
    ...(unreadableAccounts > 0 ? [countOf(unreadableAccounts, 'account')] : []),
    ...(unreadableLocations > 0 ? [countOf(unreadableLocations, 'location')] : []),
  ];
  if (parts.length === 0) return undefined;
  const ones = unreadableAccounts + unreadableLocations === 1 ? 'one' : 'ones';
  return `${parts.join(' and ')} couldn’t be read. You’re seeing the last saved ${ones}, if any.`;
}

/** An instant in this browser's zone: '14:32' today, '20 Nov 2026, 14:32' on any other day. */
function ageWords(instant: Date, now: Date): string {
  const zone = viewerTimeZone();
  const [day, today] = [instant, now].map((each) => dayWords(each, zone));
  const time = timeWords(instant, zone);
  return day === today ? time : `${day}, ${time}`;
}

import { useRef, useState } from 'react';
import { dateTimeWords, relativeWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import styles from './notice-settings.module.css';
import { type Delivery, useDeliveries, useNoticeActions } from './use-notice-settings';

const STATE_WORDS = Object.freeze({
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
  held: 'Held after a restored backup',
});

/** The last three messages to a channel, or all, the latest first, with the answers to them. */
export function LastDeliveries({ channelId }: { channelId: string }) {
  const [isAll, setIsAll] = useState(false);
  const { data, error, isValidating } = useDeliveries(channelId, isAll);
  const { retryDelivery } = useNoticeActions();
  const now = useNow(60_000);
  const list = useRef<HTMLUListElement>(null);
  const sendAgain = (id: string): void => {
    // The button is removed.
    list.current?.focus();
    void retryDelivery(id);
  };
  if (!data)
    return error !== undefined && <p className={styles.note}>The last messages couldn’t be loaded.</p>;
  if (data.items.length === 0) return null;
  return (
    <div className={styles.deliveries}>
      <ul ref={list} tabIndex={-1} className={cx(common.ruled, common.noRing)} aria-label="Last messages">
        {data.items.map((delivery) => (
          <li key={delivery.id} className={cx(common.breaks, styles.delivery)}>
            <DeliveryWords delivery={delivery} now={now} />
            {(delivery.state === 'failed' || delivery.state === 'held') && (
              <Button size="row" onClick={() => sendAgain(delivery.id)}>
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.nextCursor !== null && (
        <Button
          variant="quiet"
          size="small"
          busyText={isAll && isValidating && 'Loading...'}
          onClick={() => {
            list.current?.focus();
            setIsAll(true);
          }}
        >
          Show all
        </Button>
      )}
    </div>
  );
}

function DeliveryWords({ delivery, now }: { delivery: Delivery; now: Date }) {
  const { title, state, createdAt, nextTryAt, answerCode, answer } = delivery;
  const at = new Date(createdAt);
  const answered = [answerCode, answer].filter(Boolean).join(': ');
  return (
    <div className={styles.deliveryWords}>
      <p>
        <strong className={cx(state === 'failed' && styles.failed)}>{STATE_WORDS[state]}:</strong> {title},{' '}
        <time dateTime={createdAt} title={dateTimeWords(at, viewerTimeZone())}>
          {relativeWords(at, now)}
        </time>
      </p>
      {answered && <p className={common.small}>{answered}</p>}
      {nextTryAt !== null && answered && (
        <p className={common.small}>Next try: {relativeWords(new Date(nextTryAt), now)}</p>
      )}
    </div>
  );
}

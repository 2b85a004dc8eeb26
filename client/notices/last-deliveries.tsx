import { useRef } from 'react';
import { dateTimeWords, relativeWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import { Button } from '../ui/button';
import styles from './settings-dialog.module.css';
import { useDeliveries, useNoticeActions } from './use-notice-settings';

const STATE_WORDS = Object.freeze({
  waiting: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
  held: 'Held after a restored backup',
});

/** The last messages to a channel, with the answers to them. */
export function LastDeliveries({ channelId }: { channelId: string }) {
  const { data, error } = useDeliveries(channelId);
  const { retryDelivery } = useNoticeActions();
  const now = useNow(60_000);
  const list = useRef<HTMLUListElement>(null);
  const sendAgain = (id: string): void => {
    // The button is removed.
    list.current?.focus();
    void retryDelivery(id);
  };
  if (!data)
    return error !== undefined && <p className={styles.text}>The last messages couldn’t be loaded.</p>;
  if (data.length === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className={styles.deliveries} aria-label="Last messages">
      {data.map(({ id, title, state, createdAt, answerCode, answer }) => {
        const at = new Date(createdAt);
        const words = [answerCode, answer].filter(Boolean).join(': ');
        return (
          <li key={id} className={styles.delivery}>
            <span>
              <strong>{STATE_WORDS[state]}:</strong> {title},{' '}
              <time dateTime={createdAt} title={dateTimeWords(at, viewerTimeZone())}>
                {relativeWords(at, now)}
              </time>
            </span>
            {words && <span className={styles.text}>{words}</span>}
            {(state === 'failed' || state === 'held') && (
              <Button size="row" onClick={() => sendAgain(id)}>
                Send again
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

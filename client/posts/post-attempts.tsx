import type { Schemas } from '../api/client';
import { outcomeWords } from './post-advice';
import styles from './post-facts.module.css';
import { dateTimeWords } from './time-words';

interface PostAttemptsProps {
  /** Oldest first. */
  attempts: readonly Schemas['PublishAttemptDto'][];
  timeZone: string;
}

/** Each time that publishing was tried, and what became of it; nothing before the first. */
export function PostAttempts({ attempts, timeZone }: PostAttemptsProps) {
  if (attempts.length === 0) return null;
  return (
    <section>
      <h3>Attempts to publish</h3>
      <ol className={styles.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.attempt}>
            <time dateTime={attempt.startedAt}>{dateTimeWords(new Date(attempt.startedAt), timeZone)}</time>:{' '}
            {outcomeWords(attempt)}
          </li>
        ))}
      </ol>
    </section>
  );
}

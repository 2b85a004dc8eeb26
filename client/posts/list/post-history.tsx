import { CircleCheck, Clock, OctagonX, Pencil, Send, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Schemas } from '../../api/client';
import { dateTimeWords } from '../../lib/time-words';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { reasonOf } from '../../posting/post-words';
import styles from './post-history.module.css';

type PostDetails = Schemas['PostDetailsDto'];
type Attempt = Schemas['PublishAttemptDto'];
type Outcome = NonNullable<Attempt['outcome']>;

interface Step {
  icon: LucideIcon;
  words: string;
  at: string;
  isBad?: boolean;
}

const OUTCOMES: Record<Outcome, Pick<Step, 'icon' | 'words' | 'isBad'>> = {
  published: { icon: CircleCheck, words: 'Published' },
  in_review: { icon: Clock, words: 'Received by Google and under review' },
  rejected: { icon: OctagonX, words: 'Rejected by Google after review', isBad: true },
  refused: { icon: OctagonX, words: 'Refused by Google', isBad: true },
  not_sent: { icon: TriangleAlert, words: 'Not sent', isBad: true },
  unconfirmed: { icon: TriangleAlert, words: 'Not confirmed by Google', isBad: true },
  not_found: { icon: TriangleAlert, words: 'Not confirmed, and not found on Google', isBad: true },
};

/** What happened to a post, with its times: when it was written, each time it was sent, and what came of it. */
export function PostHistory({ post, timeZone }: { post: PostDetails; timeZone: string }) {
  return (
    <section>
      <h3>Publishing history</h3>
      <ol className={styles.steps}>
        {historyOf(post).map(({ icon, words, at, isBad }, index) => (
          <li key={index} className={cx(styles.step, isBad && styles.bad)}>
            <Icon of={icon} />
            <span>{words}</span>
            <time dateTime={at}>{dateTimeWords(new Date(at), timeZone)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function historyOf(post: PostDetails): Step[] {
  const { createdAt, publishedAt, attempts } = post;
  const isShownLater = publishedAt !== null && attempts.at(-1)?.outcome !== 'published';
  return [
    { icon: Pencil, words: 'Created', at: createdAt },
    ...attempts.flatMap((attempt) => stepsOf(attempt, reasonOf(post))),
    ...(isShownLater ? [{ ...OUTCOMES.published, at: publishedAt }] : []),
  ];
}

/** @param reason is shown above, so it is not repeated */
function stepsOf(
  { outcome, error, startedAt, sentAt, endedAt }: Attempt,
  reason: string | undefined,
): Step[] {
  const sent = sentAt === null ? [] : [{ icon: Send, words: 'Sent to Google', at: sentAt }];
  if (outcome === null) return [...sent, { icon: Clock, words: 'Waiting for an answer', at: startedAt }];
  const { words, ...look } = OUTCOMES[outcome];
  const withError = error && error !== reason ? `${words}. ${error}` : words;
  return [...sent, { ...look, words: withError, at: endedAt ?? sentAt ?? startedAt }];
}

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf, figure, ratingWords, shareWords } from '../lib/count-of';
import { monthWords } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { Button, ExternalLink } from '../ui/basics/button';
import { NotAvailable, Plate } from '../ui/basics/labels';
import { Loading, Skeleton } from '../ui/messages/loading';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './reputation-counts.module.css';
import type { ReviewSummary } from './data/review-types';
import { lengthWords, starsWords } from './data/review-words';
import { useReviewSummary } from './data/use-reviews';

/** Google's rating in one line, and on demand the counts of a location or of all. */
export function ReputationCounts({ locationId }: { locationId: string | undefined }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { data: summary, error, isValidating, mutate } = useReviewSummary(locationId);
  return (
    <div className={common.stack2}>
      <div className={cx(common.line, styles.line)}>
        <p className={cx(common.small, styles.words)}>
          {summary ? lineWords(summary) : <Skeleton shape="short" />}
        </p>
        <Button
          size="row"
          variant="quiet"
          icon={ChevronRight}
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          Figures
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            {error !== undefined && (
              <ErrorState
                message="Failed to load the figures. Please try again."
                onRetry={() => void mutate()}
                retrying={isValidating}
              />
            )}
            <Loading
              busy={!summary && error === undefined}
              skeleton={<Skeleton shape="card" />}
              loadedMessage="Figures loaded"
            >
              {summary && <Counts summary={summary} />}
            </Loading>
          </>
        )}
      </div>
    </div>
  );
}

function lineWords({ averageRating, total, locations }: ReviewSummary): string {
  if (averageRating !== null) return `${ratingWords(averageRating)} from ${figure(total)} (Google’s count)`;
  if (total === 0) return 'No reviews yet';
  return `${countOf(total, 'review')} across ${countOf(locations, 'location')} (Google’s count)`;
}

function Counts({ summary }: { summary: ReviewSummary }) {
  const { averageRating, total, answeredShare, medianFirstAnswerMinutes, averages, locations, reviewsUrl } =
    summary;
  const isOne = locations === 1;
  return (
    <section className={cx(common.stack4, common.box, styles.counts)} aria-label="Figures">
      <dl className={styles.strip}>
        {isOne && (
          <Count name="Rating" note="on Google">
            {averageRating === null ? <NotAvailable /> : ratingWords(averageRating)}
          </Count>
        )}
        <Count name="Reviews" note="Google’s count">
          {figure(total)}
        </Count>
        <Count name="Answered" note="of the last 12 months">
          {answeredShare === null ? <NotAvailable /> : shareWords(answeredShare)}
        </Count>
        <Count name="Time to the first answer" note="median, last 12 months">
          {medianFirstAnswerMinutes === null ? <NotAvailable /> : lengthWords(medianFirstAnswerMinutes)}
        </Count>
      </dl>
      <div className={styles.charts}>
        <Months months={summary.months} />
        <StarShares stars={summary.stars} />
      </div>
      {averages.length > 1 && <Lowest averages={averages} />}
      {reviewsUrl && (
        <p>
          <ExternalLink href={reviewsUrl}>See the reviews on Google Maps</ExternalLink>
        </p>
      )}
    </section>
  );
}

function Count({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className={styles.named}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>{children}</span>
        <span className={prose.meta}>{note}</span>
      </dd>
    </div>
  );
}

/** How many reviews each month brought: a bar each, and its number in words. */
function Months({ months }: Pick<ReviewSummary, 'months'>) {
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <div>
      <h3 className={styles.title}>Last 12 months</h3>
      <ol className={styles.months}>
        {months.map(({ month, count, averageStars }) => (
          <li key={month} title={`${monthWords(month)}: ${monthCountWords(count, averageStars)}`}>
            <span className={cx(prose.meta, styles.count)} aria-hidden="true">
              {figure(count)}
            </span>
            <span className={styles.bar} style={{ blockSize: `${(count / most) * 4}rem` }} />
            <span className={cx(prose.meta, styles.month)} aria-hidden="true">
              {monthWords(month).slice(0, 3)}
            </span>
            <VisuallyHidden>{`${monthWords(month)}: ${monthCountWords(count, averageStars)}`}</VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  );
}

function monthCountWords(count: number, averageStars: number | null): string {
  return `${countOf(count, 'review')}${averageStars === null ? '' : `, on average ${ratingWords(averageStars)} stars`}`;
}

/** How the last 12 months' reviews are spread over the stars. */
function StarShares({ stars }: Pick<ReviewSummary, 'stars'>) {
  const all = stars.reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <h3 className={styles.title}>Stars</h3>
      <ul className={styles.shares}>
        {stars
          .map((count, index) => ({ count, place: index + 1 }))
          .reverse()
          .map(({ count, place }) => (
            <li key={place} className={styles.share}>
              <span aria-hidden="true">{place}</span>
              <VisuallyHidden>{starsWords(place)}: </VisuallyHidden>
              <span className={styles.track}>
                <span style={{ inlineSize: `${all === 0 ? 0 : (count / all) * 100}%` }} />
              </span>
              <span className={styles.shareCount}>{figure(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The locations with the lowest ratings. */
function Lowest({ averages }: Pick<ReviewSummary, 'averages'>) {
  return (
    <div>
      <h3 className={styles.title}>Lowest ratings</h3>
      <ul className={styles.lowest}>
        {averages.map(({ locationId, locationName, storeCode, averageRating, total }) => (
          <li key={locationId}>
            <span className={styles.rating}>{ratingWords(averageRating)}</span>
            <Link to={viewUrl('reputation', { location: locationId, tab: 'all' })}>{locationName}</Link>
            {storeCode && <Plate>{storeCode}</Plate>}
            <span className={prose.meta}>from {figure(total)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

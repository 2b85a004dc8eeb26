import { figure } from '../lib/count-of';
import { viewerTimeZone } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import type { Campaign } from './campaign-words';
import styles from './plan-dialog.module.css';
import { type Bar, barsOf, endWords, lastWords, quotaWords } from './plan-words';

/** The times of a plan's posts: bars by the hour in the viewer's time, the first, the last, and Google's limit. */
export function PlanTimes({ plan }: { plan: Campaign['plan'] }) {
  const timeZone = viewerTimeZone();
  const quota = quotaWords(plan, timeZone);
  return (
    <section>
      <h3 className={prose.minorTitle}>When posts go out</h3>
      <Bars times={plan.times} timeZone={timeZone} />
      <dl className={styles.facts}>
        {plan.first && (
          <div>
            <dt>First</dt>
            <dd>{endWords(plan.first, timeZone)}</dd>
          </div>
        )}
        {plan.last && plan.posts > 1 && (
          <div>
            <dt>Last</dt>
            <dd>{lastWords(plan, timeZone)}</dd>
          </div>
        )}
        {quota && (
          <div>
            <dt>Quota</dt>
            <dd>{quota}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** The height of the highest bar, and the lowest of any (px). */
const HIGHEST = 56;
const LOWEST = 4;
/** Bars beyond this number have no figures, for which there is no room. */
const MOST_FIGURES = 14;
/** The distance between two labels below the bars (per cent). */
const LABEL_EVERY = 17;

function Bars({ times, timeZone }: { times: Campaign['plan']['times']; timeZone: string }) {
  const { bars, areDays } = barsOf(times, timeZone);
  const most = Math.max(...bars.map(({ count }) => count));
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const span = last.at.getTime() - first.at.getTime();
  /** Per cent of the width, with room for half a bar at both ends. */
  const placeOf = ({ at }: Bar) => (span === 0 ? 50 : 5 + (90 * (at.getTime() - first.at.getTime())) / span);
  const words = bars
    .map(({ count, label }) => `${figure(count)} ${areDays ? 'on' : 'at'} ${label}`)
    .join(', ');
  return (
    <div role="img" aria-label={`Posts per ${areDays ? 'day' : 'hour'} in your time: ${words}`}>
      <div className={styles.bars}>
        {bars.map((bar) => (
          <span
            key={bar.at.getTime()}
            className={styles.bar}
            style={{
              insetInlineStart: `${placeOf(bar)}%`,
              blockSize: Math.max(LOWEST, (bar.count / most) * HIGHEST),
            }}
          >
            {bars.length <= MOST_FIGURES && <b>{figure(bar.count)}</b>}
          </span>
        ))}
      </div>
      <div className={cx(prose.meta, styles.ticks)}>
        {labelled(bars, placeOf).map((bar) => (
          <span key={bar.at.getTime()} style={{ insetInlineStart: `${placeOf(bar)}%` }}>
            {bar.label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The bars whose labels have room beside each other. */
function labelled(bars: readonly Bar[], placeOf: (bar: Bar) => number): Bar[] {
  const shown: Bar[] = [];
  for (const bar of bars) {
    const before = shown.at(-1);
    if (!before || placeOf(bar) - placeOf(before) >= LABEL_EVERY) shown.push(bar);
  }
  return shown;
}

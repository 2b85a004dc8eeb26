import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf, figure } from '../../lib/count-of';
import { nearDayWords, timeWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { toWallTime } from '../../lib/wall-time';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import type { LeftOutGroup as Group } from '../use-campaigns';
import styles from './left-out.module.css';

type Item = Group['items'][number];

/** The rule by which a person left locations out. */
const BY_HAND = 'left-out';
/** The rule whose cure is the dialog of time zones. */
const ZONE_UNKNOWN = 'zone-unknown';
/** How many locations are shown at first. */
const FIRST = 3;

interface LeftOutGroupProps {
  group: Group;
  isPaused: boolean;
  timeZone: string;
  /** Whether all of them are being taken in. */
  isBusy: boolean;
  /** Takes one location in, or all that can be. */
  onTakeIn: (one?: Item) => void;
  /** Undefined where the person cannot set them. */
  onSetZones: (() => void) | undefined;
}

/** The locations that one rule leaves out: the reason once, with what helps beside it. */
export function LeftOutGroup({ group, isPaused, timeZone, isBusy, onTakeIn, onSetZones }: LeftOutGroupProps) {
  const { rule, title, reason, cure, count, ready, items } = group;
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? items : items.slice(0, FIRST);
  const more = items.length - shown.length;
  const unlisted = count - items.length;
  const isSolved = ready > 0 && rule !== BY_HAND;
  return (
    <section aria-label={title}>
      <div className={cx(common.spread, styles.cause)}>
        <div>
          <h3 className={prose.minorTitle}>
            {title} <span className={prose.meta}>{countOf(count, 'location')}</span>
          </h3>
          <p className={common.small}>
            {reason} {isSolved ? solvedWords(group) : cure}
          </p>
        </div>
        {ready > 0 ? (
          <Button
            size="small"
            variant={isSolved ? 'primary' : 'secondary'}
            busyText={isBusy && 'Taking in...'}
            onClick={() => onTakeIn()}
          >
            Take in {figure(ready)}
          </Button>
        ) : (
          rule === ZONE_UNKNOWN &&
          onSetZones && (
            <Button size="small" aria-haspopup="dialog" onClick={onSetZones}>
              Set {countOf(count, 'time zone')}
            </Button>
          )
        )}
      </div>
      <ul className={common.ruled}>
        {shown.map((item) => (
          <li key={item.locationId} className={styles.row}>
            <span className={cx(prose.row, styles.place)}>
              {item.storeCode !== null && <Plate>{item.storeCode}</Plate>}
              <span>{item.locationName}</span>
            </span>
            <span className={common.small}>{wordsOf(item, group, isPaused, timeZone)}</span>
            {item.isReady ? (
              <Button size="row" variant="quiet" onClick={() => onTakeIn(item)}>
                <span>
                  Take in<VisuallyHidden> {item.locationName}</VisuallyHidden>
                </span>
              </Button>
            ) : (
              <Link className={styles.link} to={viewUrl('location-details', { location: item.locationId })}>
                Location details<VisuallyHidden> {item.locationName}</VisuallyHidden>
              </Link>
            )}
          </li>
        ))}
        {more > 0 && (
          <li className={styles.more}>
            <Button size="row" variant="quiet" onClick={() => setIsOpen(true)}>
              Show {figure(more)} more<VisuallyHidden> {title}</VisuallyHidden>
            </Button>
          </li>
        )}
        {isOpen && unlisted > 0 && (
          <li className={cx(common.small, styles.more)}>
            And {countOf(unlisted, 'more location')}. You can find them with the search above.
          </li>
        )}
      </ul>
    </section>
  );
}

function solvedWords({ ready, count }: Group): string {
  if (count === 1) return 'This is solved now.';
  return ready === count
    ? `This is solved for all ${figure(count)} now.`
    : `This is solved for ${figure(ready)} now.`;
}

/** When a location's post would go out, or what else is against it by now; the reason of the group is said above. */
function wordsOf(item: Item, { rule }: Group, isPaused: boolean, timeZone: string): string {
  const others = item.findings.filter(({ id }) => id !== rule).map(({ reason }) => reason);
  const when = item.isReady ? [`${whenWords(item, isPaused, timeZone)}${others.length > 0 ? '.' : ''}`] : [];
  return [...when, ...others].join(' ');
}

/** 'Goes out right away', 'Goes out at 17:00, 09:00 there', 'Goes out on Sat 28 Nov, 01:00, 09:00 there'. */
function whenWords({ isDue, publishAt, timeZone: zone }: Item, isPaused: boolean, timeZone: string): string {
  if (isPaused && isDue) return 'Goes out when you resume';
  if (isDue || publishAt === null) return 'Goes out right away';
  const at = new Date(publishAt);
  const [here, today] = [toWallTime(at, timeZone), toWallTime(new Date(), timeZone)];
  const time = timeWords(at, timeZone);
  const yours = here.date === today.date ? `at ${time}` : `on ${nearDayWords(here.date).short}, ${time}`;
  const isSame = zone === null || toWallTime(at, zone).time === here.time;
  return `Goes out ${yours}${isSame ? '' : `, ${timeWords(at, zone)} there`}`;
}

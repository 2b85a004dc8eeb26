import { dayWords, offsetName } from '../lib/time-words';
import { toWallTime } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import styles from './location-time.module.css';
import { useZone } from './use-zones';

interface LocationTimeProps {
  locationId: string | undefined;
  at: Date | undefined;
  /** The zone in which the time stands beside it. */
  timeZone: string;
  className?: string | undefined;
}

/** What the clock of a location shows at an instant. Empty where it shows the same as the clock of the reader. */
export function LocationTime({ locationId, at, timeZone, className }: LocationTimeProps) {
  const zone = useZone(at && locationId).data?.timeZone;
  const words = at && zone && wordsAt(at, zone, timeZone);
  return words ? <span className={cx(styles.time, className)}>{words}</span> : null;
}

/** `14:00 at the location, GMT+9`, with the day where it is another one. */
function wordsAt(at: Date, zone: string, timeZone: string): string | undefined {
  const [there, here] = [toWallTime(at, zone), toWallTime(at, timeZone)];
  if (there.time === here.time && there.date === here.date) return undefined;
  const day = there.date === here.date ? '' : ` on ${dayWords(at, zone)}`;
  return `${there.time}${day} at the location, ${offsetName(at, zone)}`;
}

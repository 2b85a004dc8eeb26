import type { ChangeSetRow } from '../database/changes.schema.js';
import type { SetProgressDto } from './change-set.dto.js';
import type { SetCounts } from './change-sets.repository.js';

/** How far the locations of a set are. Those that are not planned yet wait, unless nothing more of it is planned. */
export function progressOf(
  { locationsTotal, nextStepAt, stoppedAt }: ChangeSetRow,
  counts: SetCounts,
): SetProgressDto {
  const { waiting = 0, sending = 0, unconfirmed = 0, saved = 0, conflict = 0, stopped = 0 } = counts;
  const { refused = 0, not_sent: notSent = 0, not_known: notKnown = 0 } = counts;
  const planned = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const total = Math.max(planned, locationsTotal ?? 0);
  const toBeSent = waiting + total - planned;
  const isPlanned = nextStepAt === null;
  const willBeSent = stoppedAt ? 0 : isPlanned ? waiting : toBeSent;
  return {
    total,
    waiting: sending + unconfirmed + willBeSent,
    sent: saved,
    failed: refused + notSent + notKnown,
    leftAlone: conflict,
    notSent: stopped + toBeSent - willBeSent,
  };
}

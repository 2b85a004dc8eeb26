import { figure } from '../../lib/count-of';
import { nearDayWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import type { ListedCampaign } from '../campaign-words';
import { statesIn, TARGET_STATES } from './target-states';

/**
 * How many locations are in each state: '14 Published · 7 Scheduled · 8 Left out', '12 Cancelled, undone on 6 June'. While its
 * posts are made or removed it says so.
 * @param timeZone of the reader
 */
export function countsWords(
  { state, progress, undoneAt }: Pick<ListedCampaign, 'state' | 'progress' | 'undoneAt'>,
  timeZone: string,
): string {
  const counts = statesIn(progress)
    .map((each) => `${figure(progress[each])} ${TARGET_STATES[each].label}`)
    .join(' · ');
  if (state === 'undoing') return `${counts}, being undone`;
  if (state !== 'undone' || undoneAt === null) return counts;
  return `${counts}, undone on ${nearDayWords(toWallTime(new Date(undoneAt), timeZone).date).short}`;
}

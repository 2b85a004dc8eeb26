import { secondsOfChanges } from '../business-profile/port/api-allowance.js';
import type { BulkPlanDto } from './bulk-edit.dto.js';

/**
 * How long the changes of so many locations take within Google's limits.
 * @param left how many updates changes of the workspace in the background may still send in these 24 hours, and how many in
 *   any 24 hours; and how many wait to be sent before these
 */
export function planOf(
  locations: number,
  { queued, queuedPerDay, waiting }: { queued: number; queuedPerDay: number; waiting: number },
): BulkPlanDto {
  const updatesLeftToday = Math.max(0, queued - waiting);
  const isOverToday = locations > updatesLeftToday;
  const later = locations + waiting - queued;
  return {
    seconds: secondsOfChanges(locations),
    days: isOverToday ? 1 + Math.ceil(later / Math.max(1, queuedPerDay)) : null,
    updatesLeftToday,
    isOverToday,
  };
}

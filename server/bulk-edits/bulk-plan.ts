import { secondsOfChanges } from '../business-profile/port/api-allowance.js';
import type { BulkPlanDto } from './bulk-edit.dto.js';

/**
 * How long the changes of so many locations take within Google's limits.
 * @param left how many updates changes in the background may still send in these 24 hours, and how many in any 24 hours
 */
export function planOf(locations: number, left: { queued: number; queuedPerDay: number }): BulkPlanDto {
  const isOverToday = locations > left.queued;
  const later = locations - left.queued;
  return {
    seconds: secondsOfChanges(locations),
    days: isOverToday ? 1 + Math.ceil(later / Math.max(1, left.queuedPerDay)) : null,
    updatesLeftToday: left.queued,
    isOverToday,
  };
}

import { AppError } from '../../errors/app-error.js';
import { GoogleFailure } from './google-errors.js';

/** Why a change was not made, for the person who asked for it. */
export const GONE = 'This location is no longer on Google, or you no longer manage it.';
export const CHANGED = 'This field was changed on Google in the meantime, so nothing was sent.';
export const NOT_TAKEN = 'Google didn’t take this change.';
export const NOT_KNOWN =
  'It isn’t known whether Google took this change: the field has its former value. Save it again if you still want it.';
export const OTHER_BY_NOW =
  'It isn’t known whether Google took this change: the field has another value by now. Look at it before you save it again.';
export const GIVEN_UP = 'Google took no changes of this location for a day, so this wasn’t sent.';

/** Why nothing can be sent at present, in words; undefined where it only was not its turn. */
export function whyNotNow(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'google/day-full')
    return 'Google allows only so many changes in a day, so this waits until it allows more.';
  if (error.code === 'google/throttled') return 'Google takes no changes of this location for now.';
  return error.code === 'google/busy' && error.cause ? 'Google takes no changes for now.' : undefined;
}

/** Whether Google may have taken an edit whose request failed. */
export function isUnknown(error: AppError): boolean {
  const { cause } = error;
  return (
    error.code === 'google/unavailable' &&
    cause instanceof GoogleFailure &&
    cause.kind === 'unavailable' &&
    !cause.isUnsent
  );
}

/** Whether Google answered that it does not take this edit, now or later. */
export function isRefusal({ code }: AppError): boolean {
  return code === 'google/refused' || code === 'not_found';
}

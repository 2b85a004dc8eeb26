import { AppError } from '../../errors/app-error.js';
import { GoogleFailure } from '../calls/google-errors.js';

/** Why a change that waited is no longer sent, for the person who asked for it. */
export interface WhyUnsent {
  /** If it was never sent. */
  unsent: string;
  /** If it was sent before, and it is not known whether Google accepted it then. */
  inDoubt: string;
}

export const GONE: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'This location is no longer on Google, or you no longer manage it.',
  inDoubt:
    'We don’t know whether Google accepted this change: the location is no longer on Google, or you no longer manage it.',
});
export const GIVEN_UP: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'Google didn’t accept changes to this location for a day, so this wasn’t sent.',
  inDoubt:
    'We don’t know whether Google accepted this change. For a day after it was sent, Google didn’t accept changes to this location.',
});
export const STOPPED: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'This was stopped before it was sent.',
  inDoubt: 'We don’t know whether Google accepted this change: it was stopped before we could check.',
});
export const UNLOCKED: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'The field was unlocked before this was sent.',
  inDoubt: 'We don’t know whether Google accepted this change: the field was unlocked before we could check.',
});
/** Why a lock does not act at this moment after all. */
export const NO_LONGER_DUE: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'The lock no longer had to put this back, so nothing was sent.',
  inDoubt: 'We don’t know whether Google accepted this change. The lock doesn’t send it again.',
});
export const CHANGED: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'This field has changed on Google since then, so nothing was sent.',
  inDoubt: 'This field has changed on Google since then, so this wasn’t sent again.',
});

/** Why a change was not made, or may not have been, for the person who asked for it. */
export const NOT_ACCEPTED = 'Google didn’t accept this change.';
export const NOT_KNOWN =
  'We don’t know whether Google accepted this change: the field has its former value. Save it again if you still want it.';
export const OTHER_BY_NOW =
  'We don’t know whether Google accepted this change: the field now has another value. Check it before you save again.';

/** Why nothing can be sent at present, in words; undefined if another change had the turn of the location. */
export function whyNotNow(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'google/day-full')
    return 'Google limits changes per day. This will be sent when it allows more.';
  if (error.code === 'google/throttled') return 'Google isn’t accepting changes to this location right now.';
  return error.code === 'google/busy' && error.cause
    ? 'Google isn’t accepting changes right now.'
    : undefined;
}

/** Whether Google may have accepted a change whose request failed. */
export function isUnknown(error: AppError): boolean {
  const { cause } = error;
  return (
    error.code === 'google/unavailable' &&
    cause instanceof GoogleFailure &&
    cause.kind === 'unavailable' &&
    !cause.isUnsent
  );
}

/** Whether Google answered that it does not accept this change, now or later. */
export function isRefusal({ code }: AppError): boolean {
  return code === 'google/refused' || code === 'not_found';
}

/** The state and the words of a line that waited and is no longer sent. */
export function unsent(
  { unsent: words, inDoubt }: WhyUnsent,
  isInDoubt: boolean,
): { state: 'not_sent' | 'not_known'; error: string } {
  return isInDoubt ? { state: 'not_known', error: inDoubt } : { state: 'not_sent', error: words };
}

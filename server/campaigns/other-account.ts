import { AppError } from '../errors/app-error.js';

/** The refusal to change a campaign of another Google account than the connected one. */
export function otherAccount(): AppError {
  return AppError.because(
    'other_account',
    'This campaign belongs to a Google account that isn’t connected. Connect that account again to change it. Until then you can only look at it.',
  );
}

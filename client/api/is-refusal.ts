import { ApiError } from './api-error';

export const TOO_MANY_REQUESTS = 429;

/** Whether a request would be refused once more, so that it is not tried again by itself (specification, section 9). */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== TOO_MANY_REQUESTS
  );
}

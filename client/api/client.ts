import createClient from 'openapi-fetch';
import { ApiError } from './api-error';
import { reportError } from './report-error';
import type { components, paths } from './schema';

/** The shapes of the API, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** Specification, section 9. */
const TIMEOUT_MS = 30_000;
/** Between a failed change and its one repetition. */
const RETRY_AFTER_MS = 1000;

/** The API, typed by its OpenAPI document; the only place of the client that fetches. Use it inside `answer`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithRetry });

/**
 * The data of an answer. A failure is thrown, and told by toast unless `quiet` (whoever asked shows it in place);
 * a lost session is always told.
 * @throws ApiError
 */
export async function answer<Data>(
  request: Promise<{ data?: Data; error?: unknown; response: Response }>,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<Data> {
  try {
    const { data, error, response } = await request.catch(() => {
      throw ApiError.network();
    });
    if (!response.ok) throw ApiError.from(response, error);
    return data as Data;
  } catch (error) {
    if (error instanceof ApiError && (!quiet || error.status === 401)) reportError(error);
    throw error;
  }
}

/** Changes are repeated once (specification, section 9) where the server makes a repetition harmless. */
function isRepeatable(request: Request): boolean {
  return ['PATCH', 'DELETE'].includes(request.method) || request.headers.has('Idempotency-Key');
}

async function fetchWithRetry(request: Request): Promise<Response> {
  if (!isRepeatable(request)) return fetchInTime(request);
  const again = request.clone();
  const first = await fetchInTime(request).catch(() => undefined);
  // 409 with Retry-After: something is under way that is soon over, most often our own request that was cut off.
  const waitS = first?.status === 409 && first.headers.get('Retry-After');
  if (first && first.status < 500 && !waitS) return first;
  const waitMs = waitS ? Number(waitS) * 1000 : RETRY_AFTER_MS;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return fetchInTime(again);
}

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) });
}

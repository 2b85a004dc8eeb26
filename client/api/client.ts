import createClient from 'openapi-fetch';
import { ApiError, retryAfterMs } from './api-error';
import { reportError } from './report-error';
import { type components, type paths } from './schema';

/** The shapes of the API, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** Specification, section 9. */
const TIMEOUT_MS = 30_000;
/** Between a failed change and its one repetition. */
const RETRY_AFTER_MS = 1000;
/** Statuses after which a change may have happened all the same: the failure may have come after it. */
const SAYS_NOTHING = [500, 502, 504];

/** Answers to the repetition of a request whose first answer was lost. */
const afterLostAnswer = new WeakSet<Response>();
const sessionLostListeners = new Set<() => void>();

/** The API, typed by its OpenAPI document; the only place of the client that fetches. Use it inside `answer`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithRetry });

/** Calls back when the server says that the session has ended. Answers the way to stop. */
export function onSessionLost(listener: () => void): () => void {
  sessionLostListeners.add(listener);
  return () => void sessionLostListeners.delete(listener);
}

interface AnswerOptions {
  /** A failure is shown in place by the caller; a lost session is reported all the same. */
  quiet?: boolean;
  /** The status which, after a first try whose answer was lost, means that this first try has done it. */
  doneIs?: number;
}

/**
 * The data of an answer; none where `doneIs` stands for it. A failure is thrown, and shown by toast unless `quiet`; when
 * another session has begun since, it is not reported, and thrown as `overtaken`.
 * @throws ApiError
 */
export async function answer<Data>(
  request: Promise<{ data?: Data; error?: unknown; response: Response }>,
  { quiet = false, doneIs }: AnswerOptions = {},
): Promise<Data> {
  const askedUnder = requestSession();
  try {
    const { data, error, response } = await request.catch(() => {
      throw ApiError.network();
    });
    const isDone = response.status === doneIs && afterLostAnswer.has(response);
    if (!response.ok && !isDone) throw ApiError.from(response, error);
    return data as Data;
  } catch (error) {
    if (askedUnder !== requestSession()) throw ApiError.overtaken();
    if (error instanceof ApiError) {
      if (error.status === 401) sessionLostListeners.forEach((listener) => listener());
      if (!quiet || error.status === 401) reportError(error);
    }
    throw error;
  }
}

/** Changes are repeated once (specification, section 9) where the server makes a repetition harmless. */
function isRepeatable(request: Request): boolean {
  return ['PATCH', 'DELETE'].includes(request.method) || request.headers.has('Idempotency-Key');
}

/**
 * Repeats a change that failed, but never under another session. While the server is still working on the first try,
 * whose answer was lost, it is asked again for up to 30 s.
 */
async function fetchWithRetry(request: Request): Promise<Response> {
  if (!isRepeatable(request)) return fetchInTime(request);
  const askedUnder = requestSession();
  const first = await fetchInTime(request.clone()).catch(() => undefined);
  const isLost = first === undefined || SAYS_NOTHING.includes(first.status);
  let answered = first;
  let waitMs = first === undefined || first.status >= 500 ? RETRY_AFTER_MS : whileUnderWayMs(first);
  for (let waitedMs = 0; waitMs !== undefined && waitedMs + waitMs <= TIMEOUT_MS;) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitedMs += waitMs;
    if (askedUnder !== requestSession()) break;
    answered = await fetchInTime(request.clone());
    waitMs = isLost ? whileUnderWayMs(answered) : undefined;
  }
  if (answered === undefined) throw ApiError.network();
  if (isLost && answered !== first) afterLostAnswer.add(answered);
  return answered;
}

/** 409 with Retry-After: something is under way that is soon over, most often our own request that was cut off. */
function whileUnderWayMs({ status, headers }: Response): number | undefined {
  return status === 409 ? retryAfterMs(headers) : undefined;
}

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) });
}

/** The number of the current session in this page; being signed out counts as a session too. */
let sessionNumber = 0;

/** The current session's number, to recognise answers that belong to an earlier one. */
export function requestSession(): number {
  return sessionNumber;
}

/** Starts a new session number. */
export function beginRequestSession(): void {
  sessionNumber++;
}

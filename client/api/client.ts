import createClient from 'openapi-fetch';
import { ApiError, retryAfterMs } from './api-error';
import type { EmbeddedPaths } from './embedded';
import { reportError } from './report-error';
import { type components, type paths } from './schema';

/** The shapes of the API, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** Specification, section 9. */
const TIMEOUT_MS = 30_000;
/** The pause before a failed change is sent again, once. */
const RETRY_AFTER_MS = 1000;
/** After these statuses the change may have been made: the failure may have come after it. */
const OUTCOME_UNKNOWN = [500, 502, 504];

/** Answers to a second try, where the answer to the first was lost. */
const afterLostAnswer = new WeakSet<Response>();
const sessionLostListeners = new Set<() => void>();

/**
 * The API, typed by its OpenAPI document and what `npm start` adds. All requests of the client go through it. Use it inside
 * `answer`.
 */
export const api = createClient<paths & EmbeddedPaths>({
  baseUrl: window.location.origin,
  fetch: fetchWithRetry,
});

/** Calls back when the server says that the session has ended. Returns the function that stops it. */
export function onSessionLost(listener: () => void): () => void {
  sessionLostListeners.add(listener);
  return () => void sessionLostListeners.delete(listener);
}

interface AnswerOptions {
  /** The answer counts although another workspace is shown by then: it is about the person, or a page outside of any. */
  evenLate?: boolean;
  /** The caller shows failures in place. A lost session is still reported. */
  quiet?: boolean;
  /** The status that means success when the answer to the first try was lost: that try made the change. */
  doneIs?: number;
}

/**
 * The data of an answer; undefined after a `doneIs` status. A failure is thrown, and shown as a toast unless `quiet`. If
 * another session has begun in the meantime, the failure is thrown as `overtaken` and not shown. If another workspace is
 * shown by then, nothing comes of the answer at all: the promise stays open, so that what waits for it ends there.
 * @throws ApiError
 */
export async function answer<Data>(
  request: Promise<{ data?: Data; error?: unknown; response: Response }>,
  { quiet = false, doneIs, evenLate = false }: AnswerOptions = {},
): Promise<Data> {
  const askedUnder = requestSession();
  const askedIn = workspace;
  try {
    const answered = await request.catch(() => undefined);
    if (isOtherWorkspace(askedIn) && !evenLate) await new Promise(() => undefined);
    if (!answered) throw ApiError.network();
    const { data, error, response } = answered;
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

/** Changes are sent a second time (specification, section 9) only where the server makes that harmless. */
function isRepeatable(request: Request): boolean {
  return !['GET', 'POST'].includes(request.method) || request.headers.has('Idempotency-Key');
}

/**
 * Sends a failed change again, but never under another session. If the server is still working on the first try, whose
 * answer was lost, the request is repeated for up to 30 s.
 */
async function fetchWithRetry(request: Request): Promise<Response> {
  if (workspace) request.headers.set('Shingle-Workspace', workspace);
  if (!isRepeatable(request)) return fetchInTime(request);
  const askedUnder = requestSession();
  const first = await fetchInTime(request.clone()).catch(() => undefined);
  const isLost = first === undefined || OUTCOME_UNKNOWN.includes(first.status);
  let answered = first;
  let waitMs = first === undefined || first.status >= 500 ? RETRY_AFTER_MS : inProgressRetryMs(first);
  for (let waitedMs = 0; waitMs !== undefined && waitedMs + waitMs <= TIMEOUT_MS;) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitedMs += waitMs;
    if (askedUnder !== requestSession()) break;
    answered = await fetchInTime(request.clone());
    waitMs = isLost ? inProgressRetryMs(answered) : undefined;
  }
  if (answered === undefined) throw ApiError.network();
  if (isLost && answered !== first) afterLostAnswer.add(answered);
  return answered;
}

/** 409 with Retry-After: the server is busy with something that ends soon, most often our own first try. */
function inProgressRetryMs({ status, headers }: Response): number | undefined {
  return status === 409 ? retryAfterMs(headers) : undefined;
}

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) });
}

/** The number of the current session in this page; being signed out counts as a session too. */
let sessionNumber = 0;
let workspace = '';

/** Whether a request was about another workspace than the one that is shown now. */
function isOtherWorkspace(askedIn: string): boolean {
  return askedIn !== workspace && askedIn !== '' && workspace !== '';
}

/** The number of the current session. Comparing it shows whether an answer belongs to an earlier session. */
export function requestSession(): number {
  return sessionNumber;
}

/** The workspace that requests are about now; empty when signed out. */
export function requestWorkspace(): string {
  return workspace;
}

/** Starts a new session number, whose requests are about this workspace; empty when signed out. */
export function beginRequestSession(workspaceId: string): void {
  sessionNumber++;
  workspace = workspaceId;
}

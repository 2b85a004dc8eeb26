import type { ApiDocument } from '../support/api-document.ts';
import type { DocumentedAnswers } from '../support/documented-answers.ts';
import type { Leaks } from './leaks.ts';
import type { Answer, WireRequest } from './send.ts';

const REDIRECT = 302;
const NOT_MODIFIED = 304;

export interface Rules {
  document: ApiDocument;
  documented: DocumentedAnswers;
  leaks: Leaks;
  /** Texts that only other people's data has. */
  canaries: string[];
  /** Where a redirection may lead: the beginnings of paths and addresses. */
  destinations: string[];
  /** How long an answer may take. */
  slowestMs: number;
}

/** What is wrong about an answer, in words; nothing if it is as it should be. */
export function faultsOfAnswer(
  rules: Rules,
  { method, target }: Pick<WireRequest, 'method' | 'target'>,
  answer: Answer,
): string[] {
  const { status, headers, text, ms } = answer;
  const faults = faultsOfText(rules, `${text}\n${JSON.stringify(headers)}`);
  if (status >= 500) faults.push(`it fails: ${status}`);
  if (ms > rules.slowestMs) faults.push(`it takes ${Math.round(ms)} ms`);
  if (headers['cache-control'] !== 'no-store') faults.push('it may be stored');
  if (headers['access-control-allow-origin'] !== undefined) faults.push('other sites may read it');
  // HTTP's own answer to `If-None-Match: *` (RFC 9110, 13.1.2), whatever is asked for.
  if (status === NOT_MODIFIED) return [...faults, ...(text === '' ? [] : ['it has a body'])];
  if (status >= 400) faults.push(...faultsOfError(answer));
  const { location = '' } = headers;
  if (status === REDIRECT && !rules.destinations.some((beginning) => location.startsWith(beginning)))
    faults.push(`it leads to ${location}`);
  return [...faults, ...rules.documented.faultsOf({ method, target, ...answer })];
}

/** What a text tells that it should not. */
export function faultsOfText({ leaks, canaries }: Pick<Rules, 'leaks' | 'canaries'>, text: string): string[] {
  const others = canaries.filter((canary) => text.includes(canary));
  return [...leaks.in(text), ...others.map((canary) => `it tells somebody else's data: ${canary}`)];
}

/** An error names its request, as the log does. */
function faultsOfError({ headers, text }: Answer): string[] {
  const body = bodyOf(text, headers['content-type']);
  if (body === undefined) return [`its error is no JSON: ${text.slice(0, 80)}`];
  const { requestId } = (body ?? {}) as Record<string, unknown>;
  return requestId === headers['x-request-id'] ? [] : ['its request id is not the one of its header'];
}

/** Undefined for what is not JSON, or does not say that it is. */
function bodyOf(text: string, type: string | undefined): unknown {
  if (!/^application\/json(;|$)/.test(type ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

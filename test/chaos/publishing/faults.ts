import type { FaultKind } from 'gbp-simulator';
import type { FaultRate } from '../google.ts';

/** What goes wrong at Google, and how often. Together it affects about a third of all posts. */
export const FAULTS: FaultRate[] = [
  ['localPosts.create', 'error-before', 0.05],
  ['localPosts.create', 'rate-limited', 0.02, { retryAfter: 3 }],
  ['localPosts.create', 'unauthenticated', 0.03],
  ['localPosts.create', 'timeout-before', 0.01],
  ['localPosts.create', 'timeout-after', 0.02],
  ['localPosts.create', 'reset-before', 0.02],
  ['localPosts.create', 'reset-after', 0.04],
  ['localPosts.create', 'slow', 0.03, { ms: 10_000 }],
  ['localPosts.create', 'error-after', 0.05],
  ['localPosts.create', 'garbled', 0.02],
  ['localPosts.create', 'half-sent', 0.02],
  ['localPosts.create', 'rejected', 0.03],
  ['localPosts.create', 'without-name', 0.03],
  ['localPosts.create', 'silent', 0.01],
  ['localPosts.list', 'error-before', 0.1],
  ['localPosts.list', 'unauthenticated', 0.03],
  ['localPosts.list', 'half-sent', 0.02],
  ['localPosts.list', 'slow', 0.03, { ms: 10_000 }],
  ['localPosts.get', 'error-before', 0.05],
  ['localPosts.get', 'garbled', 0.02],
  ['oauth.refresh', 'error-before', 0.2],
  ['oauth.refresh', 'garbled', 0.05],
];

/** Faults after which nobody can know from the answer whether Google has taken the post. */
export const AMBIGUOUS: ReadonlySet<FaultKind> = new Set([
  'error-before',
  'error-after',
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  'slow',
  'silent',
  'garbled',
  'half-sent',
  'without-name',
]);

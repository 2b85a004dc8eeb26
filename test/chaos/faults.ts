import type { FaultKind, FaultOptions } from '../../dist/server/embedded/google-simulator/faults.js';
import type { Operation } from '../../dist/server/embedded/google-simulator/operations.js';

/** What goes wrong at Google, and how often. Together it strikes about a third of all posts. */
export const FAULTS: [Operation, FaultKind, share: number, options?: FaultOptions][] = [
  ['localPosts.create', 'error-before', 0.06],
  ['localPosts.create', 'rate-limited', 0.02, { retryAfter: 3 }],
  ['localPosts.create', 'reset-before', 0.03],
  ['localPosts.create', 'reset-after', 0.06],
  ['localPosts.create', 'slow', 0.03, { ms: 10_000 }],
  ['localPosts.create', 'error-after', 0.06],
  ['localPosts.create', 'rejected', 0.03],
  ['localPosts.create', 'without-name', 0.04],
  ['localPosts.create', 'silent', 0.01],
  ['localPosts.list', 'error-before', 0.1],
  ['localPosts.list', 'slow', 0.03, { ms: 10_000 }],
  ['localPosts.get', 'error-before', 0.05],
  ['oauth.refresh', 'error-before', 0.2],
];

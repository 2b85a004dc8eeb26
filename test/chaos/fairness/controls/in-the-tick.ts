// The product as it once was: a reading of due work lasts until all that it found is done.
import { replace } from '../../hooks/replace.ts';

replace(
  '/jobs/due-work.js',
  'this.readAt = performance.now();',
  'await Promise.all(this.lanes.map(([, queue]) => queue.idle())); this.readAt = performance.now();',
);

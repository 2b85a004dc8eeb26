// Loaded into server processes before their program: what waits of a set that was stopped is ended four seconds later, slice
// by slice. Until then only the question in the transaction of each intent keeps it back.
import { replace } from '../../hooks/replace.ts';

replace('/changes/change-sets.service.js', 'await this.planned.abandonSet(id, STOPPED, now);', '');
const ENDED = 'const mayBeMore = await this.planned.abandonSet(';
replace(
  '/changes/set-planner.js',
  ENDED,
  `await new Promise((resolve) => setTimeout(resolve, 4_000)); ${ENDED}`,
);

// The product without turns: what has been due for longest is next, whosever it is.
import { replace } from '../../hooks/replace.ts';

replace('/jobs/fair-queue.js', 'countOf(task.owner) < this.limit() / 2', 'true');
replace('/jobs/fair-queue.js', 'this.turns.get(owner) ?? 0', '0');

// The product without waiting in an undo: what is being sent, and what Google may have, is cancelled like what waits.
import { replace } from '../../hooks/replace.ts';

replace(
  '/campaigns/work/campaign-undo.js',
  "isIn(['SCHEDULED', 'FAILED'])",
  "isIn(['SCHEDULED', 'FAILED', 'QUEUED'])",
);
replace('/campaigns/work/campaign-undo.js', 'notExists(mayBeAtGoogle(this.database.orm))', 'undefined');

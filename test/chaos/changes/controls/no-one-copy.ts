// The product without one copy of a location: each account that shows it compares what it reads with a copy of its own.
import { replace } from '../../hooks/replace.ts';

const KNOWN = 'const known = await lockKnown(tx, owner, ids);';
replace(
  '/business-profile/mirror/mirror-readings.js',
  KNOWN,
  `const known = new Map([...await lockKnown(tx, owner, ids)]
    .map(([id, rows]) => [id, rows.filter((row) => row.accountId === accountId)]).filter(([, rows]) => rows.length > 0));`,
);

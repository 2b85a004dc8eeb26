// The product without a claim of a slice: every server plans a set that it has seen to be due, and stores what it has planned.
import { replace } from '../../hooks/replace.ts';

const PLANNER = '/changes/set-planner.js';
const CLAIMED =
  'const [claimed] = await claimRows(this.database.orm, changeSets, LEASE_MS, and(eq(changeSets.id, id), isDue(changeSets)));';
replace(
  PLANNER,
  CLAIMED,
  `const [row] = await this.database.orm.select().from(changeSets).where(eq(changeSets.id, id));
   const claimed = row && { row };`,
);
// Long enough for the other server to look for what is due.
const LOCKED = 'if (!(await lockClaim(tx, changeSets, set)))';
replace(
  PLANNER,
  LOCKED,
  'await new Promise((resolve) => setTimeout(resolve, 300)); if (set.nextStepAt === null)',
);
replace(
  PLANNER,
  'await endClaim(tx, changeSets, set, last === null ? null : 0, {',
  'await ((next, also) => tx.update(changeSets).set({ nextStepAt: next, ...also }).where(eq(changeSets.id, set.id)))(last === null ? null : set.nextStepAt, {',
);

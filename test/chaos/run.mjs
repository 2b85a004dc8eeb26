// `npm run chaos -- [options]` and the other commands of package.json: a family of runs in which the product is struck while
// people use it, judged by what Google has. Each family has its options in a file of that name; docs/reliability.md says
// what is shown and what is not. Exit code 1 when anything is wrong, 2 when it could not be run.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

const FAMILIES = new Map(
  Object.entries({
    publishing: () => import('./publishing/chaos.ts'),
    campaigns: () => import('./campaigns/chaos.ts'),
    changes: () => import('./changes/chaos.ts'),
    notices: () => import('./notices/chaos.ts'),
    'reviews storm': () => import('./reviews/storm.ts'),
    'reviews replies': () => import('./reviews/replies.ts'),
    hands: () => import('./hands/chaos.ts'),
    fairness: () => import('./fairness/chaos.ts'),
    locks: () => import('./locks/chaos.ts'),
    races: () => import('./races/chaos.ts'),
  }),
);

const [first = '', ...args] = process.argv.slice(2);
const family = FAMILIES.get(first === 'reviews' ? `${first} ${args.shift()}` : first);
if (family) {
  await whenPrepared(async () => (await family()).chaos(args));
} else {
  console.error(`Say what is to be run: ${[...FAMILIES.keys()].join(', ')}`);
  process.exitCode = 2;
}

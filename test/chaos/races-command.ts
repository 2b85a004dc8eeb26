import { parseArgs } from 'node:util';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import { type Ends, withEnds } from '../support/processes/ends.ts';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { startPostgres } from '../support/runner/postgres.mjs';
import { startPublishing } from '../support/features/publishing.ts';
import { type Change, race, type Races, withoutConditions } from './races.ts';

const PLACES = 8;
const VIOLATIONS_SHOWN = 40;
/** A run shows something only if both sides have won so many races. */
const PLENTY = 0.2;

interface Options {
  races: number;
  seed: number;
  store: 'postgres' | 'pglite';
  /** Takes the conditions out of the product: the run has to notice. */
  control: 'no-condition' | undefined;
}

/** Runs as the options say, prints what has come of it and sets the exit code. */
export async function runRaces(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    console.log(options);
    process.exitCode = 2;
    return;
  }
  process.exitCode = 1;
  const began = performance.now();
  await withEnds(async (ends) => {
    const { won, violations } = await inSetting(options, ends);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`\n${options.races} races, ${options.store}, seed ${options.seed}, ${seconds} s`);
    for (const [change, { person, publisher }] of Object.entries(won))
      console.log(`${change.padEnd(8)} won by the person ${person}, by the publisher ${publisher}`);
    const faults = [...violations, ...tooFew(won)];
    console.log(`${violations.length} violations`);
    for (const fault of faults.slice(0, VIOLATIONS_SHOWN)) console.log(`  ${fault}`);
    if (options.control)
      console.log(violations.length > 0 ? 'The control is caught.' : 'THE CONTROL IS NOT CAUGHT.');
    if (faults.length === 0) process.exitCode = 0;
  });
}

/** One server for the people, two that publish, on a database of their own. */
async function inSetting(options: Options, ends: Ends): Promise<Races> {
  const emulator = await startAuthEmulator({
    projectId: 'demo-shingle',
    onExit: ({ message }) => console.error(message),
  });
  ends.push(() => emulator.stop());
  process.env.TEST_AUTH_EMULATOR_HOST = emulator.host;
  process.env.TEST_DATABASE = options.store;
  if (options.store === 'postgres') {
    const { url, stop } = await startPostgres();
    ends.push(stop);
    process.env.TEST_POSTGRES_URL = url;
  }
  const setting = await startPublishing({ LOG_LEVEL: 'error' });
  ends.push(() => setting.close());
  const [account] = setting.google.world.accounts({ email: PEOPLE.tamsin });
  const places = Array.from({ length: PLACES }, (_, index) => {
    const place = { account: account?.id ?? '', title: `Bakehouse ${index + 1}` };
    return setting.google.world.addLocation(place).id;
  });
  const client = await setting.connected(PEOPLE.tamsin);
  const other = await setting.replica({ LOG_LEVEL: 'error' });
  ends.push(() => other.close());
  if (options.control) withoutConditions(setting.served);
  const people = setting.served;
  return race({ ...setting, people, client, places, publishers: [setting.served, other] }, options);
}

/** What keeps a run from showing anything. */
function tooFew(won: Races['won']): string[] {
  return (Object.keys(won) as Change[]).flatMap((change) => {
    const { person, publisher } = won[change];
    const isEnough = Math.min(person, publisher) >= PLENTY * (person + publisher);
    return isEnough ? [] : `too few of both outcomes for ${change}: nothing is shown`;
  });
}

/** @returns a sentence about what makes no sense */
function readOptions(args: string[]): Options | string {
  const text = { type: 'string' } as const;
  let given: Record<string, string | undefined>;
  try {
    given = parseArgs({ args, options: { races: text, seed: text, store: text, control: text } }).values;
  } catch (error) {
    return (error as Error).message;
  }
  const { races = '1000', seed = '1', store = 'postgres', control } = given;
  if (!/^[1-9]\d{0,4}$/.test(races)) return '--races is a whole number from 1 to 99999.';
  if (!/^\d{1,9}$/.test(seed)) return '--seed is a whole number of up to 9 digits.';
  if (store !== 'postgres' && store !== 'pglite') return '--store is one of postgres, pglite.';
  if (control !== undefined && control !== 'no-condition') return '--control is no-condition.';
  return { races: Number(races), seed: Number(seed), store, control };
}

import { startAuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';
import type { Ends } from '../../support/processes/ends.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { startPostgres } from '../../support/runner/postgres.mjs';
import { startPublishing } from '../../support/features/publishing.ts';
import { command, type Result, type Run } from '../command.ts';
import type { Line } from '../report.ts';
import { type Options, readOptions } from './options.ts';
import { type Change, race, type Races, withoutConditions } from './races.ts';

const PLACES = 8;
/** A run shows something only if both sides have won so many races. */
const PLENTY = 0.2;

/** People who cancel and change posts against the publisher that sends them, in this process. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, perform);
}

async function perform(options: Options, run: Run): Promise<Result> {
  const { won, violations } = await inSetting(options, run.ends);
  return {
    lines: [
      ['run', `${options.races} races, ${options.store}, seed ${options.seed}, ${run.minutes}`],
      ...Object.entries(won).map(([change, { person, publisher }]): Line => [
        change,
        `won by the person ${person}, by the publisher ${publisher}`,
      ]),
      ['violations', String(violations.length)],
    ],
    // A control is caught by what it violates, not by races that show too little.
    faults: [...violations, ...(options.control ? [] : tooFew(won))],
  };
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

import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Run } from '../command.ts';
import { OWNERS } from '../google.ts';
import type { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Options } from './options.ts';

const MINUTE_MS = 60_000;
/** How long it may take until everybody is connected. */
const BEGIN_WITHIN_MS = 5 * MINUTE_MS;

/** Servers with people who have places. */
export interface Setting extends Servers {
  people: Person[];
  /** Their places, by Google's id. */
  places: string[];
  /** Somebody else, with the many locations that the run reads beside. */
  reader: Person;
}

/** Starts everything; see `startServers`. */
export async function startSetting(options: Options, run: Run): Promise<Setting> {
  const { store, replicas, skew, control, unconfirmed } = options;
  const servers = await startServers(
    {
      store,
      // The first process's clock is right.
      skews: [0, skew, -skew, 0].slice(0, replicas),
      hooks: [
        'hooks/clock.ts',
        'publishing/hooks/steps.ts',
        ...(control && control !== 'short-settle' ? [`publishing/controls/${control}.ts`] : []),
      ],
      env: { PUBLISH_SETTLE_MINUTES: '1', PUBLISH_UNCONFIRMED: unconfirmed },
      isAskedAtRightTime: true,
      patienceMs: BEGIN_WITHIN_MS + (options.minutes + options.patience) * MINUTE_MS,
    },
    run,
  );
  const { google } = servers;
  const places = await google.addPlaces(options.locations);
  const people: Person[] = [];
  for (const email of OWNERS) people.push(await servers.join(email));
  const reader = servers.newPerson(PEOPLE.ottoline);
  if (options.readings > 0) {
    await google.addChain(reader.email, options.readings);
    await reader.signUp();
    await reader.connect();
  }
  return { ...servers, people, places, reader };
}

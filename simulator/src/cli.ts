import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startGoogleSimulator, WORLD_NAMES, type GoogleSimulator, type WorldName } from './simulator.js';

const DEFAULT_CLIENT = {
  id: 'simulated-client.apps.example.com',
  secret: 'simulated-secret',
  redirectUri: 'http://localhost:3000/callback',
};

const HELP = `Usage: gbp-simulator [options]

Serves a simulated Google (sign-in and the Business Profile APIs) on 127.0.0.1, until Ctrl-C.

  --port N            The port. Unless given: the one of the last time if there is a --data folder, or else a free one.
  --world NAME        Which people, accounts and locations there are: ${WORLD_NAMES.join(', ')}. Unless given: all.
  --clock SPEED       How fast Google's clock runs: 1 is real time, 60 makes a minute pass in a second, 0 stops it.
  --data FOLDER       Keeps edits, tokens and posts in FOLDER/google.json. Unless given they end with the process.
  --client-id ID      The OAuth client of your app (${DEFAULT_CLIENT.id}).
  --client-secret S   Its secret (${DEFAULT_CLIENT.secret}).
  --redirect-uri URI  Where it may be sent back to; repeat it for more (${DEFAULT_CLIENT.redirectUri}).
  --help              Prints this.
`;

/** A sentence about the arguments. */
class UsageError extends Error {}

// A parent process with a channel gets a message when the simulator serves, and ends it by its own end.
if (process.send) process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit());

try {
  await run(readArguments());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  writeSync(2, `${message}${error instanceof UsageError ? '\nSee gbp-simulator --help.' : ''}\n`);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        world: { type: 'string' },
        clock: { type: 'string' },
        data: { type: 'string' },
        'client-id': { type: 'string', default: DEFAULT_CLIENT.id },
        'client-secret': { type: 'string', default: DEFAULT_CLIENT.secret },
        'redirect-uri': { type: 'string', multiple: true, default: [DEFAULT_CLIENT.redirectUri] },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

async function run(values: ReturnType<typeof readArguments>): Promise<void> {
  if (values.help) return void writeSync(1, HELP);
  const port = numberOf('port', values.port, 65_535);
  const speed = values.clock === undefined ? undefined : numberOf('clock', values.clock, 3600);
  const simulator = await startGoogleSimulator({
    port,
    world: worldOf(values.world),
    dataFile: values.data === undefined ? undefined : join(values.data, 'google.json'),
    clients: [
      {
        id: values['client-id'],
        secret: values['client-secret'],
        redirectUris: values['redirect-uri'],
      },
    ],
  });
  if (speed !== undefined) simulator.clock.setSpeed(speed);
  process.send?.({ type: 'ready', origin: simulator.origin, addresses: simulator.addresses });
  writeSync(1, greeting(simulator));
}

function numberOf(name: 'port' | 'clock', text: string, most: number): number {
  const value = Number(text);
  const fits = name === 'clock' || Number.isInteger(value);
  if (text.trim() === '' || !fits || !(value >= 0 && value <= most))
    throw new UsageError(`--${name} takes a number from 0 to ${most}, not "${text}".`);
  return value;
}

function worldOf(name: string | undefined): WorldName | undefined {
  const world = WORLD_NAMES.find((known) => known === name);
  if (name !== undefined && world === undefined)
    throw new UsageError(`--world takes one of ${WORLD_NAMES.join(', ')}, not "${name}".`);
  return world;
}

function greeting({ origin, world }: GoogleSimulator): string {
  const offered = world.people().filter(({ isPrivate }) => !isPrivate);
  const people = offered.map(({ email, about }) => `${email}: ${about}`);
  const [first] = offered;
  return `Google is simulated at ${origin}; nothing leaves this machine.

  People  ${people.join('\n          ')}
  Try     curl ${origin}/__simulator
          curl ${origin}/__simulator/world/issueTokens --json '{"email":"${first?.email}"}'
  Stop    Ctrl-C

`;
}

import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { PUBLIC_HOST, productionSettings } from '../support/processes/production-settings.ts';
import { PRODUCTION_FLAGS } from '../support/processes/production-command.ts';
import { startPostgres } from '../support/runner/postgres.mjs';
import { freePort } from '../support/processes/program.ts';
import { atMost, type Bench, median, type Row, stated } from './row.ts';
import { type Watched, watchStart } from './start-watch.ts';

const EMBEDDED_MS = 4000;
const PRODUCTION_MS = 2000;

/** How long it takes from the command to the first served page, with what it is made of. */
export async function rows(bench: Bench): Promise<Row[]> {
  const postgres = await startPostgres({ survivesCrashes: true });
  bench.ends.push(() => postgres.stop());
  return [...(await embedded(bench)), ...(await production(bench, postgres.url))];
}

async function embedded(bench: Bench): Promise<Row[]> {
  const dataDir = join(bench.folder, 'embedded');
  const start = async (folder: string): Promise<Watched> => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: folder };
    return watch(bench, { command: ['npm', 'start'], env, cwd: root, host: `localhost:${port}` });
  };
  // Nothing is to be built when it is measured.
  let made = 0;
  const first = await repeat(bench.rounds, () => start(`${dataDir}-${(made += 1)}`));
  await repeat(1, () => start(dataDir));
  const later = await repeat(bench.rounds, () => start(dataDir));
  const [server = [], emulator = []] = [0, 1].map((rank) => later.map(({ memory }) => memory[rank] ?? NaN));
  const unit = 'ms';
  return [
    atMost(EMBEDDED_MS, {
      name: 'start/embedded',
      what: '`npm start` to the first page, data folder there',
      ours: median(later.map(({ ms }) => ms)),
      unit,
    }),
    stated({
      name: 'start/embedded-first',
      what: '`npm start` to the first page, new data folder',
      ours: median(first.map(({ ms }) => ms)),
      unit,
    }),
    stated({
      name: 'start/embedded-memory',
      what: 'memory of the server then, with its database',
      ours: median(server),
      unit: 'MB',
    }),
    stated({
      name: 'start/embedded-memory-emulator',
      what: 'memory of the Auth emulator then',
      ours: median(emulator),
      unit: 'MB',
    }),
  ];
}

async function production(bench: Bench, databaseUrl: string): Promise<Row[]> {
  const command = [process.execPath, ...PRODUCTION_FLAGS, join(bench.server, 'main.js')];
  const start = async (): Promise<Watched> => {
    const settings = { ...productionSettings(await freePort()), DATABASE_URL: databaseUrl };
    const env = { NODE_ENV: 'production', STOP_GRACE_SECONDS: '0', ...settings };
    return watch(bench, { command, env, cwd: bench.folder, host: PUBLIC_HOST });
  };
  // The first makes the tables.
  await repeat(1, start);
  const later = await repeat(bench.rounds, start);
  return [
    atMost(PRODUCTION_MS, {
      name: 'start/production',
      what: '`npm run start:production` without npm, to the first page, database there',
      ours: median(later.map(({ ms }) => ms)),
      unit: 'ms',
    }),
    stated({
      name: 'start/production-memory',
      what: 'memory of the server then',
      ours: median(later.map(({ memory: [server = NaN] }) => server)),
      unit: 'MB',
    }),
  ];
}

async function repeat(times: number, start: () => Promise<Watched>): Promise<Watched[]> {
  const all: Watched[] = [];
  for (let time = 0; time < times; time += 1) {
    const watched = await start();
    await watched.stop();
    all.push(watched);
  }
  return all;
}

/** A start that is ended also when the command is broken off. */
async function watch(bench: Bench, start: Parameters<typeof watchStart>[0]): Promise<Watched> {
  const watched = await watchStart(start);
  bench.ends.push(() => watched.stop());
  bench.say(`${start.command.at(-1)}: ${Math.round(watched.ms)} ms`);
  return watched;
}

import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { PUBLIC_HOST, productionSettings } from '../container/production-settings.ts';
import { PRODUCTION_FLAGS } from '../support/production-command.ts';
import { startPostgres } from '../support/postgres.mjs';
import { freePort } from '../support/program.ts';
import { beside, startTold } from './publishing-programs.ts';
import { atMost, type Bench, median, type Row, stated } from './row.ts';
import type { Part } from './start-parts.ts';
import { type Watched, watchStart } from './start-watch.ts';

const EMBEDDED_MS = 5000;
const PRODUCTION_MS = 1500;

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
    atMost(EMBEDDED_MS, {
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
    ...(await parts(bench, 'embedded', { DATA_DIR: dataDir, BENCH_EMBEDDED: 'on', LOG_LEVEL: 'silent' })),
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
    ...(await parts(bench, 'production', { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })),
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

/** The medians of each part. */
async function parts(bench: Bench, name: string, env: Record<string, string>): Promise<Row[]> {
  const { folder: cwd, server, rounds, ends } = bench;
  const found: Part[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = { NODE_ENV: 'test', BENCH_SERVER: server, PORT: String(await freePort()), ...env };
    found.push((await startTold<Part[]>([beside('start-parts.ts')], all, { core: 'any', cwd, ends })).first);
  }
  const [first = []] = found;
  return first.map((part, index) => {
    const of = (key: 'ms' | 'memory'): number => median(found.map((one) => one[index]?.[key] ?? NaN));
    const what = `of it: ${part.name} (then ${Math.round(of('memory'))} MB)`;
    return stated({ name: `start/${name}-part-${index + 1}`, what, ours: of('ms'), unit: 'ms' });
  });
}

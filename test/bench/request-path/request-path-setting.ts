import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import ts from 'typescript';
import { PRODUCTION_FLAGS, PRODUCTION_MEMORY } from '../../support/processes/production-command.ts';
import { startPostgres } from '../../support/runner/postgres.mjs';
import { freePort } from '../../support/processes/program.ts';
import { startIdentity } from '../identity.ts';
import { leaveFirstCore, type Pinned, startPinned } from '../pinned-process.ts';
import { type Answer, ask, type Person, signUpPeople } from './request-path-people.ts';
import { SCENES, type SceneName } from './request-path-scenes.ts';
import type { Bench } from '../row.ts';

/** Where the server that is measured believes to be. */
const PUBLIC_HOST = 'shop.example';
const PEERS = fileURLToPath(new URL('../peers', import.meta.url));

/** A program that is measured. */
export interface Measured extends Pinned {
  origin: string;
}

/** The product with its database and people, and the peers beside it. */
export interface RequestPathSetting {
  ours: Measured;
  bare: Measured;
  usual: Measured;
  people: Person[];
  database: pg.Client;
}

/** Starts everything, each program that is measured on the first core and all else on the others. */
export async function startSetting(
  { folder, server, ends, say }: Bench,
  peopleCount: number,
): Promise<RequestPathSetting> {
  ends.push(leaveFirstCore());
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const identity = await startIdentity(folder);
  ends.push(() => identity.close());
  const env = { ...identity.env, DATABASE_URL: postgres.url };

  const start = async (name: string, file: string, more: Record<string, string>, flags?: string[]) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const program = await startPinned({
      name,
      file,
      flags,
      imports: [identity.hook],
      env: { ...env, ...more, PORT: String(port) },
      origin,
      folder,
    });
    ends.push(() => program.stop());
    return { ...program, origin };
  };

  // What only NODE_ENV=production forbids is needed here: that the limits of requests are off.
  const settings = { NODE_ENV: 'test', THROTTLE: 'off', SAMPLE_DELAYS: 'off' };
  // As the image runs it.
  const asServed = { PUBLIC_ORIGIN: `https://${PUBLIC_HOST}`, ...PRODUCTION_MEMORY };
  const ours = await start('ours', join(server, 'main.js'), { ...settings, ...asServed }, PRODUCTION_FLAGS);
  say(`Postgres (${postgres.about}) and the server are up; ${peopleCount} people sign up.`);
  const people = await signUpPeople(ours.origin, PUBLIC_HOST, peopleCount);

  const [first] = people as [Person];
  const answers = join(folder, 'answers.json');
  writeFileSync(answers, JSON.stringify(await readAnswers(ours.origin, first)));
  const peers = compilePeers(folder);
  const told = { NODE_ENV: 'production', ANSWERS: answers, BENCH_UID: first.uid };
  const startPeer = (name: string) => start(name, join(peers, `${name}.js`), told);
  const bare = await startPeer('bare-nest');
  const usual = await startPeer('usual-nest');
  const database = new pg.Client(postgres.url);
  await database.connect();
  ends.push(() => database.end());
  return { ours, bare, usual, people, database };
}

/** What the product answers to a GET of each scene, for the peers to answer the same. */
async function readAnswers(origin: string, person: Person): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const name of Object.keys(SCENES) as SceneName[]) {
    const [request] = SCENES[name]([person]);
    if (request?.method !== 'GET') continue;
    const { headers, ...answer } = await ask(origin, request);
    // Each server speaks for its own connections.
    const { connection: _connection, date: _date, ...others } = headers;
    answers[request.path] = { ...answer, headers: others };
  }
  return answers;
}

/** The peers are TypeScript with decorators, which Node cannot run as it is. @returns where they can be run */
function compilePeers(folder: string): string {
  const peers = join(folder, 'build/test/bench/peers');
  mkdirSync(peers, { recursive: true });
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    rewriteRelativeImportExtensions: true,
  };
  for (const name of ['store', 'bare-nest', 'usual-nest']) {
    const source = readFileSync(join(PEERS, `${name}.ts`), 'utf8');
    writeFileSync(join(peers, `${name}.js`), ts.transpileModule(source, { compilerOptions }).outputText);
  }
  return peers;
}

import { randomBytes } from 'node:crypto';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import { root } from '../../server/embedded/prepare.mjs';
import { GOOGLE_CLIENT, PEOPLE } from '../support/google/google-simulator.ts';
import { freePort } from '../support/processes/program.ts';
import { say } from './command.ts';
import { Google, OWNERS } from './google.ts';
import type { Options } from './options.ts';
import { Person } from './person.ts';
import { Replica } from './replica.ts';
import { openStore, type Store } from './store.ts';
import type { Ends } from '../support/processes/ends.ts';

const PROJECT = 'demo-shingle';
const MINUTE_MS = 60_000;
/** How long it may take until everybody is connected. */
const BEGIN_WITHIN_MS = 5 * MINUTE_MS;

/** What a run is about, as far as its processes are concerned. */
interface Wanted {
  store: 'pglite' | 'postgres';
  /** How far the clock of each server is ahead, in minutes: one server for each. */
  skews: number[];
  /** Files below this folder that are loaded into the servers before their program. */
  hooks: string[];
  /** Configuration of the servers besides addresses and keys. */
  env?: Record<string, string>;
}

/** Google, a database and servers, each in a process of its own on this machine. */
export interface Servers {
  google: Google;
  store: Store;
  replicas: Replica[];
  /** Starts one more. @returns what is wrong when it does not come up */
  addReplica(): Promise<string | undefined>;
  /** The build that runs, and its configuration without a port. */
  server: string;
  env: Record<string, string>;
}

/** Servers with people who have places. */
export interface Setting extends Servers {
  people: Person[];
  /** Their places, by Google's id. */
  places: string[];
  /** Somebody else, with the many locations that the run reads beside. */
  reader: Person;
}

/**
 * Starts everything; the caller ends it, however far it has come.
 * @param ends takes what has to be called at the end, in the reverse order
 */
export async function startSetting(options: Options, folder: string, ends: Ends): Promise<Setting> {
  const skews = Array.from({ length: options.replicas }, (_, number) => skewOf(number, options));
  const servers = await startServers(
    {
      store: options.store,
      skews,
      hooks: ['hooks/clock.ts', 'hooks/steps.ts', ...controlHooks(options)],
      env: { PUBLISH_SETTLE_MINUTES: '1', PUBLISH_UNCONFIRMED: options.unconfirmed },
    },
    folder,
    ends,
  );
  const { google, replicas } = servers;
  const places = await google.addPlaces(options.locations);
  const right = replicas.filter((_, number) => skews[number] === 0);
  const origins = () => right.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const patience = AbortSignal.timeout(BEGIN_WITHIN_MS + (options.minutes + options.patience) * MINUTE_MS);
  const people = OWNERS.map((email) => new Person(email, origins, patience));
  for (const person of people) {
    await person.signUp();
    await person.connect();
  }
  const reader = new Person(PEOPLE.ottoline, origins, patience);
  if (options.readings > 0) {
    await google.addChain(reader.email, options.readings);
    await reader.signUp();
    await reader.connect();
  }
  return { ...servers, people, places, reader };
}

/** Starts servers on an empty database; see `startSetting`. */
export async function startServers(
  { store: kind, skews, hooks, env: more = {} }: Wanted,
  folder: string,
  ends: Ends,
): Promise<Servers> {
  const server = copyBuild(folder);
  const emulator = await startAuthEmulator({ projectId: PROJECT, onExit: ({ message }) => say(message) });
  ends.push(() => emulator.stop());
  const store = await openStore(kind, folder);
  ends.push(() => store.close());
  const ports = await Promise.all(skews.map(freePort));
  const google = await Google.start(ports.map((port) => `http://127.0.0.1:${port}/gbp-callback`));
  ends.push(() => google.stop());

  const env = {
    ...google.addresses,
    ...store.env,
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_WEB_API_KEY: 'test',
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...more,
  };
  const replicaAt = (port: number, number: number) => {
    const skewMs = (skews[number] ?? 0) * MINUTE_MS;
    return new Replica({ number, port, folder, server, env: { ...env, CHAOS_SKEW_MS: `${skewMs}` }, hooks });
  };
  const replicas = ports.map(replicaAt);
  ends.push(() => Promise.all(replicas.map((replica) => replica.destroy())));
  // One after the other: the first makes the tables.
  for (const replica of replicas) refuse(await replica.start());
  const addReplica = async () => {
    const added = replicaAt(await freePort(), replicas.length);
    replicas.push(added);
    return added.start();
  };
  return { google, store, replicas, addReplica, server, env };
}

/** A run keeps the build that it has begun with, whatever is built while it runs. */
function copyBuild(folder: string): string {
  cpSync(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'dist/client'), join(folder, 'dist/client'));
  return join(folder, 'dist/server');
}

function controlHooks({ control }: Options): string[] {
  return control && control !== 'short-settle' ? [`controls/${control}.ts`] : [];
}

/** In minutes; the first process's clock is right. */
function skewOf(number: number, { skew }: Options): number {
  return [0, skew, -skew, 0][number] ?? 0;
}

function refuse(fault: string | undefined): void {
  if (fault) throw new Error(fault);
}

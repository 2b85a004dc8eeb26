import { randomBytes } from 'node:crypto';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import { root } from '../../server/embedded/prepare.mjs';
import { GOOGLE_CLIENT } from '../support/google/google-simulator.ts';
import { freePort } from '../support/processes/program.ts';
import { type Run, say } from './command.ts';
import { Google } from './google.ts';
import { Person } from './person.ts';
import { Replica } from './replica.ts';
import { openStore, type Store } from './store.ts';

const PROJECT = 'demo-shingle';
const MINUTE_MS = 60_000;
/** After this a run is given up, unless it says otherwise. */
const PATIENCE_MS = 90 * MINUTE_MS;

/** What a run is about, as far as its processes are concerned. */
interface Wanted {
  store: 'pglite' | 'postgres';
  /** How far the clock of each server is ahead, in minutes: one server for each. */
  skews: number[];
  /** Files below this folder that are loaded into the servers before their program. */
  hooks: string[];
  /** Configuration of the servers besides addresses and keys. */
  env?: Record<string, string>;
  /** Whether people ask only servers whose clocks are right. */
  isAskedAtRightTime?: boolean;
  /** After this people give up. */
  patienceMs?: number;
}

/** Google, a database and servers, each in a process of its own on this machine. */
export interface Servers {
  google: Google;
  store: Store;
  replicas: Replica[];
  /** Somebody with a browser. @param number tells apart people who have the same Google account */
  newPerson(email: string, number?: number): Person;
  /** The same, signed up and connected, whose locations have been read once. */
  join(email: string, number?: number): Promise<Person>;
  /** Starts one more. @returns what is wrong when it does not come up */
  addReplica(): Promise<string | undefined>;
  /** The build that runs, and its configuration without a port. */
  server: string;
  env: Record<string, string>;
}

/** Starts servers on an empty database; the run ends them, however far it has come. */
export async function startServers(
  wanted: Wanted,
  { folder, ends }: Pick<Run, 'folder' | 'ends'>,
): Promise<Servers> {
  const { store: kind, skews, hooks, env: more = {}, isAskedAtRightTime, patienceMs = PATIENCE_MS } = wanted;
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
  const patience = AbortSignal.timeout(patienceMs);
  const asked = replicas.filter((_, number) => !isAskedAtRightTime || skews[number] === 0);
  const origins = () => asked.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const newPerson = (email: string, number?: number) => new Person(email, origins, patience, number);
  const join = async (email: string, number?: number) => {
    const person = newPerson(email, number);
    await person.signUp();
    await person.connect();
    return person;
  };
  return { google, store, replicas, newPerson, join, addReplica, server, env };
}

/** A run keeps the build that it has begun with, whatever is built while it runs. */
function copyBuild(folder: string): string {
  cpSync(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'dist/client'), join(folder, 'dist/client'));
  return join(folder, 'dist/server');
}

function refuse(fault: string | undefined): void {
  if (fault) throw new Error(fault);
}

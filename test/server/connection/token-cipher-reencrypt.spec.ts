import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnv } from '../../../dist/server/config/env.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import { openDatabase } from '../../../dist/server/database/database.module.js';
import { TokenCipher } from '../../../dist/server/security/token-cipher.js';
import { openTestDatabase } from '../../support/database/database.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { killPrograms, startProgram } from '../../support/processes/program.ts';
import { addUsers } from '../../support/users.ts';

const COMMAND = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));
const CONNECTIONS = 600;
const [OLD, NEW, LOST] = [newKey('old'), newKey('new'), newKey('lost')];

/** Where the database is, as the command is told. */
let store: Record<string, string>;
let cleanUp: () => Promise<void>;
beforeAll(async () => {
  ({ store, cleanUp } = process.env.TEST_DATABASE === 'postgres' ? await onPostgres() : await inFolder());
  await fill();
});
afterAll(async () => {
  killPrograms();
  await cleanUp();
});

async function onPostgres() {
  const { database, drop } = await openTestDatabase();
  const { rows } = await database.executeSql('select current_database() as name');
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${(rows as { name: string }[])[0]?.name}`;
  await database.close();
  return { store: { DATABASE_URL: url.href }, cleanUp: drop };
}

async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'shingle-keys-'));
  const loadDataDir = new Blob([await readFile(process.env.TEST_PGLITE_TEMPLATE ?? '')]);
  await (await PGlite.create({ dataDir: join(folder, 'postgres'), loadDataDir })).close();
  return { store: { DATA_DIR: folder }, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}

const uids = Array.from({ length: CONNECTIONS }, (_, index) => `user-${String(index).padStart(4, '0')}`);
const tokenOf = (uid: string) => `1//token-of-${uid}`;
const cipherWith = (...keys: string[]) => new TokenCipher(readEnv({ TOKEN_KEYS: keys.join(',') }));

/** Connections under the old key, but for one under a key that is gone. */
async function fill(): Promise<void> {
  const database = await openDatabase(readEnv(store));
  await addUsers(database, ...uids);
  const [old, lost] = [cipherWith(OLD), cipherWith(LOST)];
  const at = new Date();
  await database.orm.insert(googleConnections).values(
    uids.map((uid, index) => {
      const id = randomUUID();
      const { text, keyName } = (index === 300 ? lost : old).encrypt(tokenOf(uid), {
        workspaceId: uid,
        id,
      });
      const account = { subject: uid, email: `${uid}@example.com`, scopes: [], state: 'connected' as const };
      return {
        workspaceId: uid,
        id,
        ...account,
        refreshToken: text,
        keyName,
        connectedAt: at,
        updatedAt: at,
      };
    }),
  );
  await database.close();
}

/** How many connections lie under each key, and which of all a ring reads. */
async function look(...keys: string[]): Promise<{ under: Record<string, number>; read: string[] }> {
  const database = await openDatabase(readEnv(store));
  const rows = await database.orm.select().from(googleConnections).orderBy(googleConnections.workspaceId);
  await database.close();
  const cipher = cipherWith(...keys);
  const under: Record<string, number> = {};
  for (const { keyName } of rows) under[keyName] = (under[keyName] ?? 0) + 1;
  const read = rows.filter(
    ({ workspaceId, id, refreshToken, keyName }) =>
      cipher.decrypt({ text: refreshToken, keyName }, { workspaceId, id }) === tokenOf(workspaceId),
  );
  return { under, read: read.map(({ workspaceId }) => workspaceId) };
}

const run = (env: Record<string, string>) =>
  startProgram({ ...store, ...env }, COMMAND, ['reencrypt-tokens']);

describe('encrypting all tokens under a new key', () => {
  it('loses nothing when it is killed half-way, and continues where it stopped', async () => {
    const killed = run({ TOKEN_KEYS: `${NEW},${OLD}` });
    killed.process.stdout?.once('data', () => killed.process.kill('SIGKILL'));
    expect(await killed.ended).toBeNull();
    const halfWay = await look(NEW, OLD);
    expect(halfWay.under.new).toBeGreaterThanOrEqual(50);
    expect(halfWay.under.old).toBeGreaterThan(0);
    expect(halfWay.read).toHaveLength(CONNECTIONS - 1);

    const resumed = run({ TOKEN_KEYS: `${NEW},${OLD}` });
    expect([await resumed.ended, resumed.output()]).toEqual([0, expect.anything()]);
    expect(resumed.output()).toContain(`Done. Re-encrypted: ${halfWay.under.old}.`);
    expect(resumed.output()).toContain('Readable with none of the keys: 1.');
    const { under, read } = await look(NEW);
    expect(under).toEqual({ new: CONNECTIONS - 1, lost: 1 });
    expect(read).toEqual(uids.filter((_, index) => index !== 300));
    expect(resumed.output()).toContain('The keys after new can now be taken out of TOKEN_KEYS.');
    expect(killed.output() + resumed.output()).not.toMatch(/1\/\/|token-of/);
  });

  it('says what to do without keys', async () => {
    const program = run({});
    expect(await program.ended).toBe(1);
    expect(program.output().trim()).toBe(
      'TOKEN_KEYS is not set. Set it to the new key, a comma, and the keys used so far.',
    );
  });
});

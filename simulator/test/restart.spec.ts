import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '../../test/support/jest.ts';
import { controlOf, type GoogleAddresses } from 'gbp-simulator';
import {
  CERAMICS,
  askForToken,
  callerOf,
  connect,
  GOOGLE_CLIENT,
  PEOPLE,
  SIMULATOR_COMMAND,
  startSimulator,
} from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'shingle-google-'));
const cleanUp: (() => unknown)[] = [];
let files = 0;
const newFile = () => join(folder, String(++files), 'google.json');
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(dataFile: string, port?: number) {
  const google = await startSimulator({ dataFile, port });
  cleanUp.push(() => google.close());
  return google;
}

/** Resolves when it is reached: the pool of `fetch` may still hold connections to the one that was. */
async function untilReached(origin: string): Promise<void> {
  const isReached = () =>
    fetch(`${origin}/__simulator`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReached()));
}

interface Ready {
  origin: string;
  addresses: GoogleAddresses;
}

async function startProgram(dataFile: string): Promise<Ready & { kill: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    [
      SIMULATOR_COMMAND,
      ...[
        '--data',
        dirname(dataFile),
        '--client-id',
        GOOGLE_CLIENT.id,
        '--client-secret',
        GOOGLE_CLIENT.secret,
      ],
      ...GOOGLE_CLIENT.redirectUris.flatMap((uri) => ['--redirect-uri', uri]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  cleanUp.push(kill);
  const [message] = (await once(child, 'message')) as [Ready];
  await untilReached(message.origin);
  return { ...message, kill };
}

const post = async (addresses: GoogleAddresses, token: string, summary: string): Promise<string> => {
  const body = { topicType: 'STANDARD', summary };
  return (await callerOf(addresses.GBP_V4_URL, token)('POST', `/${CERAMICS}/localPosts`, body)).body.name;
};

describe('a restarted simulator', () => {
  it('has its port, grants, tokens, edits, posts, numbers, settings and clock', async () => {
    const file = newFile();
    const first = await start(file);
    first.clock.advance(86_400_000);
    first.configure({ processingMs: 60_000 });
    const tokens = await connect(first, PEOPLE.tamsin);
    const name = await post(first.addresses, tokens.access_token, 'Kept');
    first.world.editByGoogle({ location: 'Okonjo Ceramics', fields: { websiteUri: null } });
    first.world.setRole({ email: PEOPLE.idris, account: '101000000000000000002', role: 'MANAGER' });
    first.world.removeLocation({ location: 'Riverside Books' });
    const before = { places: first.world.locations({ email: PEOPLE.tamsin }), posts: first.world.posts({}) };
    await first.close();

    const second = await start(file);
    await untilReached(second.origin);
    expect(second.addresses).toEqual(first.addresses);
    expect(second.world.locations({ email: PEOPLE.tamsin })).toEqual(before.places);
    expect(second.world.posts({})).toEqual(before.posts);
    expect(before.posts.at(-1)).toMatchObject({ name, state: 'PROCESSING' });
    expect(second.world.accounts({ email: PEOPLE.idris })).toHaveLength(4);
    expect(second.world.locations({ email: PEOPLE.idris }).map(({ fields }) => fields.title)).not.toContain(
      'Riverside Books',
    );
    expect(second.clock.now().getTime()).toBeGreaterThan(Date.now() + 86_300_000);
    const caller = callerOf(second.addresses.GBP_ACCOUNTS_URL, tokens.access_token);
    expect((await caller('GET', '/accounts')).status).toBe(200);
    const refreshed = await askForToken(second, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(200);
    expect(await post(second.addresses, tokens.access_token, 'Another')).not.toBe(name);

    second.reset();
    expect(second.world.posts({})).toHaveLength(3);
    expect(second.world.access({ email: PEOPLE.tamsin })).toEqual([]);
  });

  it('takes another port when its own is taken, unless the port was given', async () => {
    const file = newFile();
    const first = await start(file);
    await first.close();
    const other = createServer().listen(Number(new URL(first.origin).port), '127.0.0.1');
    await once(other, 'listening');
    cleanUp.push(() => other.close());
    expect((await start(file)).origin).not.toBe(first.origin);
    const port = Number(new URL(first.origin).port);
    await expect(start(newFile(), port)).rejects.toThrow(`cannot use port ${port} of 127.0.0.1`);
  });

  it('keeps its file to its owner, answers nothing that is not in it, and leaves a damaged one as it is', async () => {
    const file = newFile();
    const first = await start(file);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), 'in the way');
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    cleanUp.push(() => said.mockRestore());
    // Nothing is acknowledged that cannot be written down.
    await expect(connect(first, PEOPLE.tamsin)).rejects.toThrow();
    expect(said).toHaveBeenCalledWith(expect.stringContaining(`file ${file} cannot be written`));
    await first.close();
    rmSync(dirname(file));
    mkdirSync(dirname(file));
    writeFileSync(file, '{"port":');
    await expect(start(file)).rejects.toThrow(`The Google simulator's file ${file} cannot be read`);
    expect(readFileSync(file, 'utf8')).toBe('{"port":');
  });
});

describe('kill -9 of the simulator', () => {
  it('in the middle of a burst, again and again, loses no post that was acknowledged', async () => {
    const file = newFile();
    const acknowledged: string[] = [];
    let token = '';
    for (let round = 0; round < 3; round++) {
      const google = await startProgram(file);
      const control = controlOf(google.origin);
      await control.configure({ editsPerMinute: 1000 });
      token ||= (await connect(google, PEOPLE.tamsin)).access_token;
      const kept = (await control.world.posts({})).map(({ name }) => name);
      expect(kept).toEqual(expect.arrayContaining(acknowledged));
      const burst = Array.from({ length: 20 }, async (_, number) => {
        acknowledged.push(await post(google.addresses, token, `Burst ${round} ${number}`));
      });
      await Promise.any(burst);
      await google.kill();
      await Promise.allSettled(burst);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(3);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const { origin } = await startProgram(file);
    const kept = (await controlOf(origin).world.posts({})).map(({ name }) => name);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
  });
});

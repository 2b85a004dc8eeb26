import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import type { PostDetailsDto } from '../../dist/server/posts/post.dto.js';
import { Google, ownerOf } from '../chaos/google.ts';
import { GOOGLE_CLIENT } from '../support/google/google-simulator.ts';
import { freePort } from '../support/processes/program.ts';
import type { Drill } from './drill.ts';
import { type Ended, run, serve } from './programs.ts';
import { type Kind, type Store, Stores } from './store.ts';
import { Visitor } from './visitor.ts';

const PROJECT = 'demo-shingle';
const SECOND_MS = 1000;
const LOOK_AGAIN_MS = 500;
/** The settle window of a minute, the claim, and some time. */
const PATIENCE_MS = 4 * 60 * SECOND_MS;
/** How long a server takes to start on a machine that has nothing else to do; on others everything is planned later. */
const USUAL_START_MS = 6 * SECOND_MS;

/** From which store to which: back into its own kind, and from the embedded one to a server. */
const WAYS: [Kind, Kind][] = [
  ['pglite', 'pglite'],
  ['postgres', 'postgres'],
  ['pglite', 'postgres'],
];

/**
 * A server with people, a connection and posts is backed up, lives on for a while, is killed and wiped; the backup is
 * restored into an empty store and a server started on it. What is there, and what went out, is judged by Google's log.
 */
export async function restoreDrill(drill: Drill): Promise<string[]> {
  const emulator = await startAuthEmulator({
    projectId: PROJECT,
    onExit: ({ message }) => drill.say(message),
  });
  drill.ends.push(() => emulator.stop());
  const stores = new Stores(drill);
  const faults = await Promise.all(
    WAYS.map(async ([from, to], index) => {
      const folder = join(drill.folder, `way-${index}`);
      mkdirSync(folder);
      const way = new Way(`restore from ${from} to ${to}`, { ...drill, folder });
      // One that breaks off must not end the others, whose programs would stay.
      const found = await way
        .go(await stores.open(from), await stores.open(to), emulator.host)
        .catch((error: unknown) => [`broke off: ${String(error)}`]);
      drill.say(`${way.name}: ${found.length} wrong`);
      return found.map((fault) => `${way.name}: ${fault}`);
    }),
  );
  return faults.flat();
}

/** What was scheduled, by what becomes of it. */
type Story = 'before' | 'meanwhile' | 'twin' | 'unsent' | 'moved' | 'cancelled' | 'afterwards';

class Way {
  readonly name: string;
  private readonly drill: Drill;
  private readonly faults: string[] = [];
  /** How many times slower than usual this machine is at present. */
  private pace = 1;

  constructor(name: string, drill: Drill) {
    this.name = name;
    this.drill = drill;
  }

  async go(old: Store, fresh: Store, emulator: string): Promise<string[]> {
    const { drill } = this;
    const { folder, ends } = drill;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const google = await Google.start([`${origin}/gbp-callback`]);
    ends.push(() => google.stop());
    const [place] = (await google.addPlaces(1)) as [string];
    const env = { ...this.configuration(emulator, google), PORT: String(port), PUBLIC_ORIGIN: origin };
    const file = join(folder, 'backup.gz');

    // Somebody with a connection, and somebody who tries the sample.
    const startedAt = performance.now();
    let server = await serve({ ...env, ...old.env }, drill);
    this.pace = Math.max(1, (performance.now() - startedAt) / USUAL_START_MS);
    const owner = new Visitor(`owner-${port}@example.com`, origin);
    const guest = new Visitor(`guest-${port}@example.com`, origin);
    for (const person of [owner, guest]) await person.signUp();
    await owner.connect(ownerOf(0));
    await guest.send('PATCH', '/api/locations/sample-101', { name: 'A corrected name 😀' });
    const first = await owner.schedule(place, 'before', new Date(Date.now() + 2 * SECOND_MS));
    await this.until(
      'the first post is live',
      async () => (await owner.post(first.id)).status === 'PUBLISHED',
    );

    const begin = Date.now();
    const at = (seconds: number) => new Date(begin + seconds * SECOND_MS * this.pace);
    const text = 'The same text at the same place';
    const posts = {
      before: first,
      meanwhile: await owner.schedule(place, text, at(30)),
      cancelled: await owner.schedule(place, 'cancelled', at(40)),
      unsent: await owner.schedule(place, 'unsent', at(45)),
      afterwards: await owner.schedule(place, 'afterwards', at(120)),
      twin: await owner.schedule(place, text, at(124)),
      moved: await owner.schedule(place, 'moved', at(128)),
    };
    if (old.kind === 'pglite') {
      this.expectRefusal(await this.backup({ ...env, ...old.env }, file), 'Another Shingle process is using');
      await server.stop();
    }
    this.expectDone(await this.backup({ ...env, ...old.env }, file), 'Backed up into');
    if ((statSync(file).mode & 0o777) !== 0o600) this.faults.push('others may read the backup');
    if (old.kind === 'pglite') server = await serve({ ...env, ...old.env }, drill);

    // What no backup knows: one goes out at its time, one earlier than planned, one is cancelled.
    await owner.send('PATCH', `/api/posts/${posts.moved.id}`, { publishAt: at(31).toISOString() });
    await owner.send('DELETE', `/api/posts/${posts.cancelled.id}`);
    const isOut = async (...ids: Story[]) => {
      const states = await Promise.all(ids.map(async (id) => (await owner.post(posts[id].id)).status));
      return states.every((state) => state === 'PUBLISHED');
    };
    await this.until('two posts are live', () => isOut('meanwhile', 'moved'));
    await server.kill();
    await old.wipe();
    await delay(Math.max(0, at(46).getTime() - Date.now()));

    this.expectDone(await this.restore({ ...env, ...fresh.env }, file), 'Restored: ');
    this.expectRefusal(await this.restore({ ...env, ...fresh.env }, file), 'The database is not empty');
    server = await serve({ ...env, ...fresh.env }, drill);
    if (Date.now() > at(120).getTime())
      throw new Error(`${this.name}: this machine is too slow for what the drill has planned`);
    for (const person of [owner, guest]) {
      if (await person.isSignedIn()) this.faults.push('a session has outlived the restore');
      await person.signIn();
    }
    const { name } = (await guest.send('GET', '/api/locations/sample-101')) as { name: string };
    if (name !== 'A corrected name 😀') this.faults.push('the edit of a sample location is gone');
    const status = (await owner.send('GET', '/api/auth/gbp-status')) as { hasAccess: boolean };
    if (!status.hasAccess) this.faults.push('the connection is gone');

    await this.until('all that is due later has gone out', () =>
      isOut('before', 'meanwhile', 'afterwards', 'twin', 'moved'),
    );
    for (const story of ['unsent', 'cancelled'] as const)
      await this.until(`the ${story} post is held`, async () => isHeld(await owner.post(posts[story].id)));
    await owner.send('POST', `/api/posts/${posts.unsent.id}/retry`);
    await this.until('the one that was retried is live', () => isOut('unsent'));
    await server.stop();

    const taken = (await google.control.world.posts({})).filter(({ locationId }) => locationId === place);
    const times = (wanted: string) => taken.filter(({ summary }) => summary === wanted).length;
    const right = { before: 1, [text]: 2, moved: 1, unsent: 1, afterwards: 1, cancelled: 0 };
    for (const [wanted, count] of Object.entries(right))
      if (times(wanted) !== count)
        this.faults.push(`“${wanted}” went out ${times(wanted)} times, not ${count}`);
    return this.faults;
  }

  private configuration(emulator: string, google: Google): Record<string, string> {
    return {
      ...google.addresses,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_WEB_API_KEY: 'test',
      FIREBASE_AUTH_EMULATOR_HOST: emulator,
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      PUBLISH_SETTLE_MINUTES: '1',
      SAMPLE_DELAYS: 'off',
    };
  }

  private backup(env: Record<string, string>, file: string): Promise<Ended> {
    return run(join(this.drill.server, 'cli.js'), ['backup', file], env, this.drill);
  }

  private restore(env: Record<string, string>, file: string): Promise<Ended> {
    return run(join(this.drill.server, 'cli.js'), ['restore', file], env, this.drill);
  }

  private expectDone({ code, output }: Ended, words: string): void {
    if (code !== 0 || !output.includes(words)) throw new Error(`${this.name}: ended with ${code}: ${output}`);
  }

  private expectRefusal({ code, output }: Ended, words: string): void {
    if (code !== 1 || !output.includes(words)) this.faults.push(`not refused with “${words}”: ${output}`);
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS * this.pace; !(await isSo()); await delay(LOOK_AGAIN_MS))
      if (Date.now() > end) throw new Error(`${this.name}: never seen: ${what}`);
  }
}

function isHeld({ status, errorDetails }: PostDetailsDto): boolean {
  return (
    status === 'FAILED' && errorDetails !== null && errorDetails.startsWith('We couldn’t confirm whether')
  );
}

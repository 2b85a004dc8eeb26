import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { noticeChannels } from '../../../dist/server/database/notices.schema.js';
import { addressHash } from '../../../dist/server/notices/channels/channel-listeners.js';
import type { NoticeListDto } from '../../../dist/server/notices/events/notice.dto.js';
import type { DeliveryOutcome } from '../../../dist/server/notices/sending/delivery-outcome.js';
import { MailSender } from '../../../dist/server/notices/sending/mail-sender.js';
import { WebhookSender } from '../../../dist/server/notices/sending/webhook-sender.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { DatabaseContent } from '../../support/database/database-content.ts';
import { HOUR_MS, look, MINUTE_MS, schedule, SECOND_MS } from '../../support/features/publishing.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces, placesRead } from '../../support/google/places-read.ts';
import { LogLines } from '../../support/log-lines.ts';
import { untilSeen } from '../../support/until.ts';
import { forgetEveryone } from '../../support/users.ts';
import { addWorkspace } from '../../support/workspaces.ts';

/** A workspace with a Google account of its own, in which one and the same person acts. */
interface Shop {
  client: SignedInClient;
  email: string;
  location: string;
  name: string;
  webhook: string;
}

const DELIVERED: DeliveryOutcome = { is: 'delivered', code: 200, answer: '' };

const log = new LogLines();
let setting: Reviewing;
let content: DatabaseContent;
let ceramics: Shop;
let cycles: Shop;
/** What was sent, by the address of the webhook, or as mail. */
const sent: { to: string; words: string }[] = [];
beforeAll(async () => {
  log.listen();
  setting = await startReviewing({ LOG_LEVEL: 'info' });
  content = await DatabaseContent.of(setting.served.database);
  noteMessages();
});
beforeEach(async () => {
  // Nobody else has any work.
  await forgetEveryone(setting.served.database);
  setting.google.reset();
  // A second ahead, so that no post has to wait for Google's time.
  setting.google.clock.set(new Date(setting.served.clock.now().getTime() + SECOND_MS));
  const client = await setting.served.signUp();
  ceramics = await newShop(client, PEOPLE.tamsin, 'Okonjo Ceramics');
  cycles = await newShop(await addWorkspace(setting.served, client), PEOPLE.idris, 'Van Tongeren Cycles');
});
afterAll(async () => {
  await setting.close();
  log.stop();
});

/** Messages arrive here, and nowhere else. */
function noteMessages(): void {
  const { app } = setting.served;
  Object.assign(app.get(WebhookSender), {
    send: (message: object, address: string) => {
      sent.push({ to: address, words: JSON.stringify(message) });
      return Promise.resolve(DELIVERED);
    },
  });
  Object.assign(app.get(MailSender), {
    transport: {
      send: ({ to, text }: { to: string; text: string }) => {
        sent.push({ to, words: text });
        return Promise.resolve(DELIVERED);
      },
    },
  });
}

async function newShop(client: SignedInClient, email: string, name: string): Promise<Shop> {
  await connectWithPlaces(client, email);
  const webhook = `https://hooks.example.com/${email}`;
  await client.send('post', '/api/channels', { kind: 'webhook', url: webhook }).expect(201);
  const { body } = await client.send('post', '/api/channels', { kind: 'email' }).expect(201);
  await setting.served.database.orm
    .update(noticeChannels)
    .set({ provenAddress: addressHash(client.email) })
    .where(eq(noticeChannels.id, (body as { id: string }).id));
  const location = setting.google.world.location({ location: name }).id;
  return { client, email, location, name, webhook };
}

const both = (): Shop[] => [ceramics, cycles];

/** Takes the steps of a post until it is in that state. */
async function until(status: PostDto['status'], { client }: Shop, post: PostDto): Promise<void> {
  await untilSeen(`a post that is ${status}`, async () => {
    await setting.passAndWork(MINUTE_MS);
    return (await look(client, post)).status === status;
  });
}

/** The messages about posts that failed. */
const failures = () => sent.filter(({ words }) => /post_failed|Update at .+ failed/.test(words));

/** Everything that goes on in the background for a workspace. */
async function workFor(shop: Shop): Promise<void> {
  const { client, location } = shop;
  const { google } = setting;
  // Its access token has ended by then.
  await setting.pass(2 * HOUR_MS);
  const post = await schedule(setting, client, { locationId: location });
  await until('PUBLISHED', shop, post);
  google.world.addReview({ location, stars: 4, comment: `Seen from ${client.workspaceId}` });
  google.world.editByGoogle({ location, fields: { labels: [`for ${client.workspaceId}`] } });
  await client.send('post', '/api/mirror').expect(202);
  await placesRead(client);
  await setting.read(client);
  const websiteUri = `https://${client.workspaceId}.example.com`.toLowerCase();
  await client.send('patch', `/api/locations/${location}`, { websiteUri }).expect(200);
}

describe.each(['their own', 'a further one'])('the work of one workspace of a person (%s)', (which) => {
  let one: Shop;
  let other: Shop;
  beforeEach(() => {
    [one, other] = which === 'their own' ? [ceramics, cycles] : [cycles, ceramics];
  });

  it('writes nothing to another one, and asks Google as its own account alone', async () => {
    const before = await content.hashesOfUsers([other.client.workspaceId]);
    setting.google.calls.clear();
    await workFor(one);
    expect(await content.hashesOfUsers([other.client.workspaceId])).toEqual(before);
    const asked = setting.google.calls.list().flatMap(({ person }) => person ?? []);
    expect([...new Set(asked)]).toEqual([one.email]);
  });

  it('is logged with that workspace', async () => {
    log.clear();
    await workFor(one);
    const named = log.lines().filter(({ workspace }) => workspace !== undefined);
    expect(named.map(({ event }) => event)).toEqual(expect.arrayContaining(['request', 'token.refreshed']));
    expect([...new Set(named.map(({ workspace }) => workspace))]).toEqual([one.client.workspaceId]);
    // The id of their own is that of the person.
    const { workspaceId, uid } = other.client;
    expect(log.all.includes(workspaceId)).toBe(workspaceId === uid);
  });
});

describe('what happened in one workspace', () => {
  it('is noticed there alone, and goes to its own webhook and mail alone', async () => {
    sent.length = 0;
    for (const one of both()) {
      setting.google.faults.next('localPosts.create', 'forbidden');
      await until('FAILED', one, await schedule(setting, one.client, { locationId: one.location }));
      const arrived = failures().length;
      await untilSeen('both messages', async () => {
        await setting.pass(30_000);
        return failures().length >= arrived + 2;
      });
    }
    const noticesOf = async ({ client }: Shop) =>
      ((await client.send('get', '/api/notices').expect(200)).body as NoticeListDto).items;
    for (const one of both()) {
      const failed = (await noticesOf(one)).filter(({ kind }) => kind === 'post_failed');
      expect(failed.map(({ title }) => title)).toEqual([expect.stringContaining(one.name)]);
    }
    const address = ceramics.client.email;
    expect(
      failures()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([address, address, ceramics.webhook, cycles.webhook].sort());
    for (const { to, words } of failures()) {
      const names = both().flatMap(({ name }) => (words.includes(name) ? name : []));
      if (to === ceramics.webhook) expect(names).toEqual([ceramics.name]);
      else if (to === cycles.webhook) expect(names).toEqual([cycles.name]);
      else expect(names).toHaveLength(1);
    }
  });
});

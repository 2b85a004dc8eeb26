import { eq } from 'drizzle-orm';
import { AdviceChecker } from '../../../dist/server/advice/advice-checker.js';
import { notices } from '../../../dist/server/database/notices.schema.js';
import { noteEvents } from '../../../dist/server/notices/events/outbox.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import type { Kind } from '../api/id-places.ts';
import type { Belongings } from '../api/requests.ts';
import { idsAt, PASSWORD, type SignedInClient } from '../app.ts';
import { startNameServer } from '../network/name-server.ts';
import { workOff } from '../due-work.ts';
import { untilSeen } from '../until.ts';
import { nextDay, planned } from './campaign-plans.ts';
import { messageToNowhere } from './notices.ts';
import { addPhoto } from './photo-files.ts';
import { MINUTE_MS, schedule } from './publishing.ts';
import { type Reviewing, startReviewing } from './reviews.ts';

/** A workspace with a place that has nothing against posts, and with posts there: the ids of what it has. */
export interface Owner extends Record<Kind, string[]> {
  name: string;
  /** Somebody who acts in it. */
  client: SignedInClient;
  source: 'google' | 'sample';
}

const SECRET = 'Canary song at dawn';

/** The served app, in which rows can be compared: notices are not delivered on their own, and webhooks lead nowhere. */
export async function startOwners(): Promise<Reviewing> {
  const setting = await startReviewing();
  const names = await startNameServer(() => []);
  Object.assign(setting.served.app.get(WebhookNetwork), { nameServers: [names.address] });
  // The delivery of a notice after 20 seconds changes its row.
  Object.assign(setting.served.app.get(NoticeDeliveries), { makeImmediate: () => Promise.resolve() });
  const close = async (): Promise<void> => {
    await setting.close();
    await names.close();
  };
  return { ...setting, close };
}

/**
 * Gives a workspace some of everything.
 * @param client acts in the workspace
 * @param place the name of a location of theirs at Google; without one, their data are the sample
 */
export async function newOwner(
  setting: Reviewing,
  name: string,
  client: SignedInClient,
  place?: string,
): Promise<Owner> {
  const locations = place ? [setting.google.world.location({ location: place }).id] : ['sample-101'];
  const [locationId = ''] = locations;
  const { id } = await schedule(setting, client, {
    locationId,
    inMs: 90 * MINUTE_MS,
    summary: secretOf(name),
  });
  const source = place ? 'google' : 'sample';
  const changes = place
    ? await changesOf(setting, client, locationId)
    : { changes: [], changeSets: [], googleEdits: [] };
  return {
    name,
    client,
    source,
    accounts: await idsAt(client, '/api/accounts'),
    locations,
    posts: [id],
    notices: [await noticeOf(setting, client)],
    ...changes,
    photos: [await addPhoto(client)],
    reviews: place ? await reviewsOf(setting, client, locationId) : [],
    savedReplies: place ? [await savedReplyOf(name, client)] : [],
    ...(place ? await campaignsOf(setting, name, client) : { campaigns: [], selections: [] }),
    bulkEdits: place ? [await bulkEditOf(name, client)] : [],
    locks: place ? [await lockOf(client)] : [],
    findings: place ? await findingsOf(setting, client) : [],
    ...(await channelsOf(client)),
  };
}

/** The latest reviews of a location, the first of which only they should ever read. */
async function reviewsOf(setting: Reviewing, client: SignedInClient, location: string): Promise<string[]> {
  setting.google.world.addReview({ location, stars: 3, comment: secretOf(client.workspaceId) });
  await setting.read(client);
  const { items } = await setting.listOf(client, `?locationId=${location}`);
  return items.slice(0, 6).map(({ id }) => id);
}

async function savedReplyOf(name: string, client: SignedInClient): Promise<string> {
  const saved = { title: secretOf(name), text: `${secretOf(name)}: thanks, {name}!` };
  const { body } = await client.send('post', '/api/saved-replies', saved).expect(201);
  return (body as { id: string }).id;
}

/** A plan and a selection of all their locations. */
async function campaignsOf(
  setting: Reviewing,
  name: string,
  client: SignedInClient,
): Promise<Pick<Owner, 'campaigns' | 'selections'>> {
  const time = { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` };
  const { id } = await planned(client, { time, summary: secretOf(name) });
  const selection = await client
    .send('post', '/api/selections', { name: secretOf(name), isLive: true, choice: {} })
    .expect(201);
  return { campaigns: [id], selections: [(selection.body as { id: string }).id] };
}

/** A draft for all their locations. */
async function bulkEditOf(name: string, client: SignedInClient): Promise<string> {
  const draft = { name: secretOf(name), choice: {}, change: { description: secretOf(name) } };
  const { body } = await client.send('post', '/api/bulk-edits', draft).expect(201);
  return (body as { id: string }).id;
}

/** A field that is locked at all their locations. */
async function lockOf(client: SignedInClient): Promise<string> {
  const lock = { fields: ['serviceArea'], choice: {} };
  const { body } = await client.send('post', '/api/locks', lock).expect(201);
  return (body as { items: { id: string }[] }).items[0]!.id;
}

/** What rules found at their locations. */
async function findingsOf({ served }: Reviewing, client: SignedInClient): Promise<string[]> {
  await workOff(served.app.get(AdviceChecker));
  const { body } = await client.send('get', '/api/findings?limit=3').expect(200);
  return (body as { items: { findingId: string }[] }).items.map(({ findingId }) => findingId);
}

/** A notice that they have not read. */
export async function noticeOf(setting: Reviewing, { workspaceId }: SignedInClient): Promise<string> {
  const { app, database, clock } = setting.served;
  const event = {
    workspaceId,
    kind: 'edit_refused' as const,
    key: 'refused',
    cause: secretOf(workspaceId),
    subject: {},
  };
  await database.transaction((tx) => noteEvents(tx, [{ ...event, at: clock.now() }]));
  // Another one may be gathering it at this moment.
  const row = await untilSeen('a notice', async () => {
    await app.get(NoticeGatherer).gather();
    return (await database.orm.select().from(notices).where(eq(notices.workspaceId, workspaceId)))[0];
  });
  return row.id;
}

/** A webhook whose name leads nowhere, with a message to it that has failed, and a channel for email. */
async function channelsOf(
  client: SignedInClient,
): Promise<Pick<Owner, 'channels' | 'mailChannels' | 'deliveries'>> {
  const mail = await client.send('post', '/api/channels', { kind: 'email' }).expect(201);
  return { ...(await messageToNowhere(client)), mailChannels: [mail.body.id as string] };
}

/** A change that they made of a place, and an edit of Google that waits for them. */
async function changesOf(
  setting: Reviewing,
  client: SignedInClient,
  locationId: string,
): Promise<Pick<Owner, 'changes' | 'changeSets' | 'googleEdits'>> {
  const websiteUri = `https://${locationId}.example.com`;
  await client.send('patch', `/api/locations/${locationId}`, { websiteUri }).expect(200);
  setting.google.world.editByGoogle({
    location: locationId,
    fields: { labels: [`of ${locationId}`] },
  });
  await client.send('get', `/api/locations/${locationId}`).expect(200);
  const [changes, edits] = [
    await client.send('get', '/api/changes'),
    await client.send('get', '/api/google-edits'),
  ];
  const own = (changes.body as { items: { id: string; setId: string | null }[] }).items.find(
    ({ setId }) => setId,
  );
  const [edit] = (edits.body as { items: { id: string }[] }).items;
  return {
    changes: [own!.id],
    changeSets: [own!.setId!],
    googleEdits: [edit!.id],
  };
}

/** What nobody but they should ever read. */
export function secretOf(name: string): string {
  return `${SECRET}, by ${name}`;
}

/** What of an owner can stand in requests. */
export function belongingsOf({ client, source, name: _, ...things }: Owner): Belongings {
  return {
    workspaceId: client.workspaceId,
    email: client.email,
    password: PASSWORD,
    ...things,
    reviewBases: [],
    isConnected: source === 'google',
  };
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { posts } from '../../../dist/server/database/schema.js';
import { HoldsRepository } from '../../../dist/server/publishing/holds.repository.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf, failCommits } from '../../support/features/notices.ts';
import {
  HOUR_MS,
  look,
  MINUTE_MS,
  type Publishing,
  schedule,
  startPublishing,
} from '../../support/features/publishing.ts';

const REFUSED = 'Google doesn’t allow your account to post for this location.';

let setting: Publishing;
let tamsin: SignedInClient;
let ceramics: string;
beforeAll(async () => {
  setting = await startPublishing();
  ceramics = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
});
beforeEach(async () => {
  tamsin = await setting.connected(PEOPLE.tamsin);
});
afterEach(() => setting.google.faults.clear());
afterAll(() => setting.close());

const failures = () => eventsOf(setting.served, tamsin, 'post_failed');
const holds = () => eventsOf(setting.served, tamsin, 'post_held');
const byTamsin = () => schedule(setting, tamsin, { locationId: ceramics });
const subjectOf = ({ id }: PostDto) => ({
  postId: id,
  locationId: ceramics,
  locationName: 'Okonjo Ceramics',
});
const refuseNext = () => setting.google.faults.next('localPosts.create', 'forbidden');

describe('a post that fails', () => {
  it('is told with the reason that the post shows, and once more when its retry fails', async () => {
    refuseNext();
    const post = await byTamsin();
    await setting.passAndWork(MINUTE_MS);
    const event = { cause: REFUSED, subject: { ...subjectOf(post), reason: REFUSED } };
    expect(await look(tamsin, post)).toMatchObject({ status: 'FAILED', errorDetails: REFUSED });
    expect(await failures()).toMatchObject([event]);
    await setting.passAndWork(HOUR_MS);
    expect(await failures()).toHaveLength(1);
    refuseNext();
    await tamsin.send('post', `/api/posts/${post.id}/retry`).expect(200);
    await setting.workOff();
    expect(await failures()).toMatchObject([event, event]);
  });

  it('is told only if its failure is recorded, and then exactly once', async () => {
    refuseNext();
    const post = await byTamsin();
    const letCommit = await failCommits(setting.served, 'posts', "new.status = 'FAILED'");
    await setting.passAndWork(MINUTE_MS);
    await letCommit();
    expect((await look(tamsin, post)).status).not.toBe('FAILED');
    expect(await failures()).toEqual([]);
    await setting.passAndWork(30 * HOUR_MS);
    expect((await look(tamsin, post)).status).toBe('FAILED');
    expect(await failures()).toMatchObject([{ subject: subjectOf(post) }]);
  });

  it('is no news when it is one of the sample', async () => {
    const robin = await setting.served.signUp();
    const { body } = await robin.send('get', '/api/locations').expect(200);
    const [location] = (body as { items: { id: string }[] }).items;
    const post = await schedule(setting, robin, { locationId: location!.id });
    await setting.passAndWork(30 * HOUR_MS);
    const { orm } = setting.served.database;
    expect(await orm.select().from(posts).where(eq(posts.id, post.id))).toMatchObject([{ status: 'FAILED' }]);
    expect(await eventsOf(setting.served, robin, 'post_failed')).toEqual([]);
  });
});

describe('posts that wait for their connection', () => {
  it('are told with one cause, and once each while they wait', async () => {
    const held = [await byTamsin(), await byTamsin()];
    await loseConnection(setting.served, tamsin.uid);
    await setting.passAndWork(MINUTE_MS);
    const told = await holds();
    expect(told.map(({ cause }) => cause)).toEqual(['connection_lost', 'connection_lost']);
    expect(new Set(told.map(({ subject }) => subject.postId))).toEqual(new Set(held.map(({ id }) => id)));

    // The connection is back only until they are due again.
    const connections = setting.served.app.get(ConnectionsService);
    const { id } = (await connections.find(tamsin.uid))!;
    await connections.markFound(tamsin.uid, id);
    await setting.served.app.get(HoldsRepository).release();
    await loseConnection(setting.served, tamsin.uid);
    await setting.workOff();
    for (const post of held)
      expect(await look(tamsin, post)).toMatchObject({ status: 'SCHEDULED', detail: 'connection_lost' });
    expect(await holds()).toHaveLength(2);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import { posts } from '../../../dist/server/database/schema.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { addPlaces } from '../../support/features/big-account.ts';

const SUBJECT = '100000000000001';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());
beforeEach(async () => {
  robin = await served.signUp();
});

const inMinutes = (minutes: number): string =>
  new Date(served.clock.now().getTime() + minutes * 60_000).toISOString();
const post = (locationId: string, publishAt: string) => ({
  locationId,
  publishAt,
  postBody: { languageCode: 'en-US', summary: 'News', topicType: 'STANDARD' },
});
/** As another replica would have done it. */
const connectElsewhere = () =>
  addPlaces(served.database, { uid: robin.uid, subject: SUBJECT }, 3, served.clock.now());
const disconnectElsewhere = () =>
  served.database.orm.delete(googleConnections).where(eq(googleConnections.workspaceId, robin.uid));
const stored = async (id: string) => {
  const [row] = await served.database.orm.select().from(posts).where(eq(posts.id, id));
  return row && { source: row.source, subject: row.subject, locationId: row.locationId };
};

describe.each([
  ['in two days', 2 * 24 * 60],
  ['in ten minutes', 10],
])('scheduling a post that is due %s', (_, minutes) => {
  it('is done for the Google account that another server has connected since this one last asked', async () => {
    await robin.send('get', '/api/posts').expect(200);
    await connectElsewhere();
    const { body } = await robin.send('post', '/api/posts', post('place-1', inMinutes(minutes))).expect(201);
    expect(await stored(body.id as string)).toEqual({
      source: 'google',
      subject: SUBJECT,
      locationId: 'place-1',
    });
  });

  it('is refused at a sample place as soon as another server has connected Google', async () => {
    await robin.send('post', '/api/posts', post('sample-101', inMinutes(minutes))).expect(201);
    await connectElsewhere();
    await robin.send('post', '/api/posts', post('sample-101', inMinutes(minutes))).expect(404);
  });

  it('is done for the sample once another server has disconnected Google', async () => {
    await connectElsewhere();
    await robin.send('post', '/api/posts', post('place-1', inMinutes(minutes))).expect(201);
    await disconnectElsewhere();
    const { body } = await robin
      .send('post', '/api/posts', post('sample-101', inMinutes(minutes)))
      .expect(201);
    expect(await stored(body.id as string)).toEqual({
      source: 'sample',
      subject: null,
      locationId: 'sample-101',
    });
    await robin.send('post', '/api/posts', post('place-1', inMinutes(minutes))).expect(404);
  });
});

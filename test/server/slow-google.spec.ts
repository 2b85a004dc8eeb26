import { afterAll, afterEach, beforeAll, describe, expect, it } from '../support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import type { GoogleEditListDto } from '../../dist/server/changes/google-edit.dto.js';
import type { ReviewListDto } from '../../dist/server/reviews/review.dto.js';
import { type SignedInClient, startTestApp, type TestApp } from '../support/app.ts';
import { confirmed, lookAt } from '../support/campaign-work.ts';
import { setDatabaseTime } from '../support/database-time.ts';
import { googleEnv } from '../support/google-connection.ts';
import { withoutGoogleLimits } from '../support/google-limits.ts';
import { PEOPLE, startSimulator } from '../support/google-simulator.ts';
import { connectWithPlaces, placesRead, reviewsRead } from '../support/places-read.ts';
import { untilSeen } from '../support/until.ts';

/** Google answers nothing of hers, so that each of her calls takes as long as a call may take. */
const SLOW = PEOPLE.ottoline;
const QUICK = PEOPLE.idris;
const HOUR_MS = 60 * 60_000;

/** A kind of effect at Google, by the operation that has it, and how somebody makes some due at as many locations as said. */
const EFFECTS = [
  { what: 'changes that were queued', operation: 'locations.patch', make: answerEdits, atOnce: 4 },
  { what: 'replies', operation: 'reviews.updateReply', make: reply, atOnce: 4 },
  { what: 'deletions of a campaign’s posts', operation: 'localPosts.delete', make: undoCampaign, atOnce: 4 },
] as const;

let google: GoogleSimulator;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
  withoutGoogleLimits(google, served.app);
});
afterEach(() => google.faults.clear());
afterAll(async () => {
  await served.close();
  await google.close();
});

describe.each(EFFECTS)('$what', ({ operation, make, atOnce }) => {
  it('of somebody to whom Google does not answer keep nobody else’s waiting, nor count against readiness', async () => {
    const [slow, quick] = [await connected(SLOW), await connected(QUICK)];
    const begin = { slow: await make(slow, SLOW, 6), quick: await make(quick, QUICK, 1) };
    google.faults.next(operation, 'silent', { times: 1_000, match: { email: SLOW } });
    google.calls.clear();
    const callsOf = (person: string) => google.calls.count({ operation, person });
    await begin.slow();
    await untilSeen('as many calls of hers as she has places', () => callsOf(SLOW) === atOnce / 2);
    await begin.quick();
    await untilSeen('his call', () => callsOf(QUICK) === 1);
    expect(callsOf(SLOW)).toBe(atOnce / 2);
    await served.visitor().send('get', '/api/health/ready').expect(200);
  });
});

async function connected(email: string): Promise<SignedInClient> {
  const client = await served.signUp();
  await connectWithPlaces(client, email);
  await reviewsRead(client);
  return client;
}

const locationsOf = (email: string, count: number) => google.world.locations({ email }).slice(0, count);

/** Google changes something at locations, and its edits are accepted. */
async function answerEdits(
  client: SignedInClient,
  email: string,
  count: number,
): Promise<() => Promise<void>> {
  for (const { id } of locationsOf(email, count))
    google.world.editByGoogle({
      location: id,
      fields: { websiteUri: `https://${id}.example.com/${Date.now()}` },
    });
  await client.send('post', '/api/mirror').expect(202);
  await placesRead(client);
  const { body } = await client.send('get', '/api/google-edits').expect(200);
  const ids = (body as GoogleEditListDto).items.map(({ id }) => id).slice(0, count);
  return async () => {
    await client.send('post', '/api/google-edits/decide', { ids, decision: 'accept' }).expect(202);
  };
}

async function reply(client: SignedInClient, email: string, count: number): Promise<() => Promise<void>> {
  const { body } = await client.send('get', '/api/reviews').expect(200);
  const reviews = (body as ReviewListDto).items.slice(0, count);
  expect([email, reviews.length]).toEqual([email, count]);
  return async () => {
    for (const { id, basis } of reviews)
      await client
        .send('put', `/api/reviews/${id}/reply`, { text: 'Thank you!', basedOn: basis })
        .expect(200);
  };
}

/** A campaign goes out, and is undone. */
async function undoCampaign(
  client: SignedInClient,
  email: string,
  count: number,
): Promise<() => Promise<void>> {
  const locationIds = locationsOf(email, count).map(({ id }) => id);
  const publishAt = new Date(served.clock.now().getTime() + HOUR_MS).toISOString();
  const campaign = await confirmed(client, { choice: { locationIds }, time: { publishAt } });
  await untilSeen('the posts', async () => (await lookAt(client, campaign)).state === 'scheduled');
  served.clock.advance({ seconds: HOUR_MS / 1000 });
  google.clock.advance(HOUR_MS);
  await setDatabaseTime(served.database, served.clock);
  await untilSeen('that they are out', async () => {
    const { progress } = await lookAt(client, campaign);
    // A location of hers can have no posts.
    return progress.published + progress.left_out === count;
  });
  return async () => {
    await client.send('post', `/api/campaigns/${campaign.id}/undo`).expect(200);
  };
}

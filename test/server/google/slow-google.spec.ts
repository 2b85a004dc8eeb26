import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import type { GoogleEditListDto } from '../../../dist/server/changes/google-edit.dto.js';
import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import { CampaignDeletions } from '../../../dist/server/campaigns/work/campaign-deletions.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { PublishDispatcher } from '../../../dist/server/publishing/publish-dispatcher.js';
import { ReplyDispatcher } from '../../../dist/server/reviews/sending/reply-dispatcher.js';
import type { ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { confirmed, lookAt } from '../../support/features/campaign-work.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { googleEnv } from '../../support/google/google-connection.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { connectWithPlaces, placesRead, reviewsRead } from '../../support/google/places-read.ts';
import { untilSeen } from '../../support/until.ts';

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
let env: Record<string, string>;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  env = googleEnv(google);
  served = await startTestApp(env);
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

describe('a process that stops', () => {
  it.each([
    { what: 'a change', reads: 'locations.get', make: answerEdits, table: 'profile_saves' },
    { what: 'a reply', reads: 'reviews.get', make: reply, table: 'review_replies' },
  ] as const)(
    'gives $what back at once that it only reads about, and it costs no try',
    async ({ reads, make, table }) => {
      const client = await connected(QUICK);
      const begin = await make(client, QUICK, 1);
      const stopping = await startTestApp(env, served);
      withoutGoogleLimits(google, stopping.app);
      for (const part of [ChangeDispatcher, ReplyDispatcher])
        holdBack(served.app.get<ChangeDispatcher | ReplyDispatcher>(part));
      google.faults.next(reads, 'silent', { times: 1_000, match: { email: QUICK } });
      google.calls.clear();
      await begin();
      await untilSeen('the call', () => google.calls.count({ operation: reads, person: QUICK }) > 0);
      await stopping.close();
      const { rows } = await served.database.executeSql(
        `select state, times_sent, lease_until, next_step_at <= shingle_now() as is_due from ${table} where workspace_id = $1`,
        [client.uid],
      );
      expect(rows).toEqual([{ state: 'waiting', times_sent: 0, lease_until: null, is_due: true }]);
      // Nothing of it is left for the server of a later test, which counts calls.
      google.faults.clear();
      for (const part of [ChangeDispatcher, ReplyDispatcher])
        await workOff(served.app.get<ChangeDispatcher | ReplyDispatcher>(part));
    },
  );

  it.each([
    {
      what: 'a deletion',
      part: CampaignDeletions,
      make: undoCampaign,
      query: `select undo_tries as tries, undo_next_at <= shingle_now() as is_due
              from campaign_targets join campaigns on campaigns.id = campaign_id where workspace_id = $1`,
      given: { tries: 0, is_due: true },
    },
    {
      what: 'a post',
      part: PublishDispatcher,
      make: schedule,
      query: `select status, lease_until, next_step_at <= shingle_now() as is_due,
                (select count(*)::int from publish_attempts where post_id = posts.id and sent_at is not null) as sent
              from posts where workspace_id = $1 and not seeded`,
      given: { status: 'SCHEDULED', lease_until: null, is_due: true, sent: 0 },
    },
  ])('gives $what back at once that waits for its turn at Google', async ({ part, make, query, given }) => {
    const client = await connected(QUICK);
    const begin = await make(client, QUICK, 1);
    holdBack(served.app.get<CampaignDeletions | PublishDispatcher>(part));
    const stopping = await startTestApp(env, served);
    let isWaiting = false;
    const quota = stopping.app.get(GoogleQuota);
    jest.spyOn(quota, 'takeEdit').mockImplementation((_location, { workspaceId }) => {
      isWaiting ||= workspaceId === client.uid;
      return new Promise(() => undefined);
    });
    await begin();
    await untilSeen('that it waits', () => isWaiting);
    await stopping.close();
    const { rows } = await served.database.executeSql(query, [client.uid]);
    expect(rows).toEqual([given]);
  });

  it('leaves a change to be looked for that Google may have taken', async () => {
    const client = await connected(QUICK);
    const begin = await answerEdits(client, QUICK, 1);
    const stopping = await startTestApp(env, served);
    withoutGoogleLimits(google, stopping.app);
    google.faults.next('locations.patch', 'error-after');
    google.faults.next('locations.get', 'silent', { after: 1, times: 1_000, match: { email: QUICK } });
    google.calls.clear();
    await begin();
    const gets = () => google.calls.count({ operation: 'locations.get', person: QUICK });
    await untilSeen('that it is looked for', () => gets() === 2);
    await stopping.close();
    google.faults.clear();
    const state = async () => {
      const query = 'select state, times_sent from profile_saves where workspace_id = $1';
      return (await served.database.executeSql(query, [client.uid])).rows;
    };
    expect(await state()).toEqual([{ state: 'unconfirmed', times_sent: 1 }]);
    await served.database.executeSql('update profile_saves set next_step_at = shingle_now()');
    await workOff(served.app.get(ChangeDispatcher));
    expect(await state()).toEqual([{ state: 'saved', times_sent: 1 }]);
    // What was sent by the process that ended keeps the turn of its location for half a minute.
    await served.database.executeSql('delete from location_turns');
  });

  it('waits for the answer to what has left, so that nothing has to be looked for', async () => {
    const client = await connected(QUICK);
    const begin = await answerEdits(client, QUICK, 1);
    const stopping = await startTestApp(env, served);
    withoutGoogleLimits(google, stopping.app);
    google.faults.next('locations.patch', 'slow', { ms: 2_000 });
    google.calls.clear();
    await begin();
    await untilSeen(
      'the call',
      () => google.calls.count({ operation: 'locations.patch', person: QUICK }) > 0,
    );
    await stopping.close();
    const { rows } = await served.database.executeSql(
      'select state, times_sent from profile_saves where workspace_id = $1',
      [client.uid],
    );
    expect(rows).toEqual([{ state: 'saved', times_sent: 1 }]);
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

/** A post falls due. */
async function schedule(client: SignedInClient, email: string): Promise<() => Promise<void>> {
  const [place] = locationsOf(email, 1);
  const publishAt = new Date(served.clock.now().getTime() + HOUR_MS).toISOString();
  const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: 'Fresh bread at six.' };
  await client.send('post', '/api/posts', { locationId: place!.id, publishAt, postBody }).expect(201);
  return passAnHour;
}

async function passAnHour(): Promise<void> {
  served.clock.advance({ seconds: HOUR_MS / 1000 });
  google.clock.advance(HOUR_MS);
  await setDatabaseTime(served.database, served.clock);
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
  await passAnHour();
  await untilSeen('that they are out', async () => {
    const { progress } = await lookAt(client, campaign);
    // A location of hers can have no posts.
    return progress.published + progress.left_out === count;
  });
  return async () => {
    await client.send('post', `/api/campaigns/${campaign.id}/undo`).expect(200);
  };
}

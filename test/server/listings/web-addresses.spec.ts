import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { SignedInClient } from '../../support/app.ts';
import { campaignOf, nextDay } from '../../support/features/campaign-plans.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { PRIVATE_LINKS } from '../../support/page/links.ts';
import { type Publishing, startPublishing } from '../../support/features/publishing.ts';

let setting: Publishing;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing();
  tamsin = await setting.connected(PEOPLE.tamsin);
});
afterAll(() => setting.close());

const location = () => setting.google.world.location({ location: 'Okonjo Ceramics' });
const RULE = 'must be a public address, not one on your own computer or network';

const button = (url: string) => ({ topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'BOOK', url } });
const offer = (redeemOnlineUrl: string) => ({
  topicType: 'OFFER',
  event: {
    title: 'Autumn',
    schedule: {
      startDate: { year: 2031, month: 1, day: 1 },
      startTime: { hours: 9, minutes: 0 },
      endDate: { year: 2031, month: 1, day: 2 },
      endTime: { hours: 18, minutes: 0 },
    },
  },
  offer: { redeemOnlineUrl },
});
const post = (postBody: object) => ({
  locationId: location().id,
  publishAt: new Date(setting.served.clock.now().getTime() + 60 * 60_000).toISOString(),
  postBody: { languageCode: 'en-US', summary: 'Come in.', ...postBody },
});
const campaign = (postBody: object) =>
  campaignOf({
    choice: { locationIds: [location().id] },
    time: { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` },
    ...postBody,
  });

/** The errors of a refused request. */
async function errorsOf(method: 'patch' | 'post', path: string, body: object): Promise<object[]> {
  const answer = await tamsin.send(method, path, body).expect(400);
  expect(answer.body.code).toBe('validation_failed');
  return answer.body.errors as object[];
}

describe('an address that only the own network can open is refused with words at its field', () => {
  it.each(PRIVATE_LINKS)('%s', async (url) => {
    const website = { field: 'websiteUri', message: `Website ${RULE}` };
    expect(await errorsOf('patch', `/api/locations/${location().id}`, { websiteUri: url })).toEqual([
      website,
    ]);
    const link = { field: 'postBody.callToAction.url', message: `Link ${RULE}` };
    expect(await errorsOf('post', '/api/posts', post(button(url)))).toEqual([link]);
    expect(await errorsOf('post', '/api/campaigns', campaign(button(url)))).toEqual([link]);
    const redeem = { field: 'postBody.offer.redeemOnlineUrl', message: `Link ${RULE}` };
    expect(await errorsOf('post', '/api/posts', post(offer(url)))).toEqual([redeem]);
    expect(await errorsOf('post', '/api/campaigns', campaign(offer(url)))).toEqual([redeem]);
  });

  it('and nothing of it is sent to Google', () => {
    expect(setting.google.calls.count({ operation: 'locations.patch' })).toBe(0);
  });
});

it('a location whose website is such an address gets no post of a campaign with that link', async () => {
  setting.google.world.editByOwner({
    location: location().id,
    fields: { websiteUri: 'http://192.168.0.7/shop' },
  });
  await tamsin.send('get', `/api/locations/${location().id}`).expect(200);
  const answer = await tamsin.send('post', '/api/campaigns', campaign(button('{website}'))).expect(201);
  expect(answer.body.plan).toMatchObject({ posts: 0, leftOut: [{ rule: 'link-invalid', count: 1 }] });
});

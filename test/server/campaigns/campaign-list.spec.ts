import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { CampaignDto, CampaignListDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { CampaignChoiceDto } from '../../../dist/server/campaigns/selections/selection.dto.js';
import {
  ask,
  type Campaigner,
  confirmed,
  lookAt,
  startCampaigner,
} from '../../support/features/campaign-work.ts';
import { planned, targetsOf } from '../../support/features/campaign-plans.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/features/publishing.ts';

let setting: Campaigner;
let { mirela, locationIds, inMs } = {} as Campaigner;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs } = setting);
});
afterEach(() => setting.forget());
afterAll(() => setting.close());

/** A confirmed campaign for two locations, whose posts are made. */
async function goingOut(summary: string, ms: number): Promise<CampaignDto> {
  const choice = { locationIds: locationIds.slice(0, 2) };
  const campaign = await confirmed(mirela, { choice, time: { publishAt: inMs(ms) }, summary });
  await setting.work();
  return campaign;
}
const list = async (query: string): Promise<CampaignListDto> =>
  (await mirela.send('get', `/api/campaigns?order=due${query}`).expect(200)).body as CampaignListDto;
const choiceOf = async ({ id }: CampaignDto): Promise<object> =>
  ((await mirela.send('post', `/api/campaigns/${id}/choice`).expect(200)).body as CampaignChoiceDto).choice;
const names = async (query = '') => (await list(query)).items.map(({ name }) => name);

describe('the list of campaigns in the order in which they are due', () => {
  it('has those under way first, then the soonest, then the latest of those that are over', async () => {
    await goingOut('Over first', MINUTE_MS);
    await setting.passAndWorkAll(2 * MINUTE_MS);
    await goingOut('Over last', MINUTE_MS);
    const stopped = await goingOut('Under way', MINUTE_MS);
    await ask(mirela, 'pause', stopped);
    await setting.passAndWorkAll(2 * MINUTE_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    const later = await goingOut('Later', 3 * HOUR_MS);
    await goingOut('Soon', HOUR_MS);
    const undone = await goingOut('Undone', HOUR_MS);
    await ask(mirela, 'undo', undone);
    await setting.work();
    await planned(mirela, { time: { publishAt: inMs(HOUR_MS) }, summary: 'Never confirmed' });
    const order = ['Under way', 'Soon', 'Later', 'Undone', 'Over last', 'Over first'];
    expect(await names()).toEqual(order);
    const { items, total } = await list('&search=undone');
    expect(items).toMatchObject([{ progress: { cancelled: 2 }, undoneAt: expect.any(String) }]);
    // Whatever is searched; the one that was never confirmed is none of them.
    expect(total).toBe(order.length);
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: CampaignListDto = await list(`&limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(order);
    // A new time counts at once.
    const { version } = await lookAt(mirela, later);
    const time = { publishAt: inMs(30 * MINUTE_MS), timeZone: 'UTC' };
    await mirela.send('patch', `/api/campaigns/${later.id}`, { version, time }).expect(200);
    expect((await names()).slice(0, 3)).toEqual(['Under way', 'Later', 'Soon']);
    await ask(mirela, 'undo', stopped);
    expect((await names())[0]).toBe('Under way');
    await setting.work();
    expect((await names())[0]).toBe('Later');
  });

  it('is searched by words of the name and of the text', async () => {
    const campaign = await goingOut('Brötchen for {name}. From nine.', HOUR_MS);
    await goingOut('Something else', HOUR_MS);
    const { version } = await lookAt(mirela, campaign);
    await mirela.send('patch', `/api/campaigns/${campaign.id}`, { name: 'Café week', version }).expect(200);
    for (const search of ['cafe', 'week café', 'BROTCHEN', 'nine week'])
      expect([search, await names(`&search=${encodeURIComponent(search)}`)]).toEqual([search, ['Café week']]);
    expect(await names('&search=nowhere')).toEqual([]);
    expect(await names('&search=%25')).toEqual([]);
  });

  it('takes only cursors of its own', async () => {
    for (const query of ['order=due&cursor=abc', 'cursor=4', 'order=made'])
      expect((await mirela.send('get', `/api/campaigns?${query}`).expect(400)).body).toMatchObject({
        code: 'validation_failed',
      });
  });
});

describe('to use a campaign again', () => {
  it('its locations can be chosen once more as they were, also when they are many', async () => {
    const campaign = await goingOut('Fresh rye', HOUR_MS);
    const few = { locationIds: locationIds.slice(0, 2) };
    expect(await choiceOf(campaign)).toEqual(few);
    const many = [...few.locationIds, ...Array.from({ length: 600 }, (_, index) => `gone-${index}`)];
    await setting.served.database.executeSql('update campaigns set choice = $1', [
      JSON.stringify({ locationIds: many }),
    ]);
    const choice = await choiceOf(campaign);
    expect(choice).toEqual({ selectionId: expect.any(String) });
    const again = await planned(mirela, { choice, time: { publishAt: inMs(HOUR_MS) } });
    expect((await targetsOf(mirela, again)).map(({ locationId }) => locationId).sort()).toEqual(
      few.locationIds.sort(),
    );
  });

  it('is refused for one of another person or of another Google account', async () => {
    const campaign = await goingOut('Fresh rye', HOUR_MS);
    const kim = await setting.connected(PEOPLE.idris);
    await kim.send('post', `/api/campaigns/${campaign.id}/choice`).expect(404);
    await setting.served.database.executeSql(`update campaigns set subject = 'other'`);
    const { body } = await mirela.send('post', `/api/campaigns/${campaign.id}/choice`).expect(409);
    expect(body).toMatchObject({ code: 'other_account' });
  });
});

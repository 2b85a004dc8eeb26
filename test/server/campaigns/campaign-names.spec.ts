import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { CampaignDto, CampaignListDto } from '../../../dist/server/campaigns/campaign.dto.js';
import {
  ask,
  type Campaigner,
  confirmed,
  lookAt,
  postsOf,
  startCampaigner,
} from '../../support/features/campaign-work.ts';
import { campaignOf, planned } from '../../support/features/campaign-plans.ts';
import { HOUR_MS } from '../../support/features/publishing.ts';

let setting: Campaigner;
let { mirela, locationIds, inMs } = {} as Campaigner;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs } = setting);
});
afterEach(() => setting.forget());
afterAll(() => setting.close());

/** What is asked for two locations in an hour. */
const given = (summary: string) => ({
  choice: { locationIds: locationIds.slice(0, 2) },
  time: { publishAt: inMs(HOUR_MS) },
  summary,
});
const change = (campaign: CampaignDto, body: object) =>
  mirela.send('patch', `/api/campaigns/${campaign.id}`, { version: campaign.version, ...body });
const body = (summary: string) => ({ languageCode: 'en-US', topicType: 'STANDARD', summary });

describe('the name of a campaign', () => {
  it('is proposed from the text without variables, until a person gives one', async () => {
    const draft = await planned(mirela, given('Two loaves for one at {name}, from nine. Come by!'));
    expect(draft.name).toBe('Two loaves for one at …, from nine');
    const rewritten = await change(draft, { postBody: body('Fresh rye in {city}') }).expect(200);
    expect(rewritten.body).toMatchObject({ name: 'Fresh rye in …' });
    const named = await change(rewritten.body as CampaignDto, { name: '  Rye week ' }).expect(200);
    expect(named.body).toMatchObject({ name: 'Rye week' });
    const again = await change(named.body as CampaignDto, { postBody: body('Fresh again') }).expect(200);
    expect(again.body).toMatchObject({ name: 'Rye week', summary: 'Fresh again' });
  });

  it('can be given with the campaign, and stands in the list and in the export', async () => {
    const request = { ...campaignOf(given('Fresh rye')), name: 'Rye week' };
    const { body: draft } = await mirela.send('post', '/api/campaigns', request).expect(201);
    const { id, version } = draft as CampaignDto;
    await ask(mirela, 'confirm', { id }, { version });
    const { body: list } = await mirela.send('get', '/api/campaigns').expect(200);
    expect((list as CampaignListDto).items).toMatchObject([{ id, name: 'Rye week' }]);
    const { body: exported } = await mirela.send('get', '/api/account/export').expect(200);
    expect((exported as { campaigns: object[] }).campaigns).toMatchObject([{ id, name: 'Rye week' }]);
  });

  it('that is none is refused at its field', async () => {
    const draft = await planned(mirela, given('Fresh rye'));
    for (const [name, message] of [
      ['', 'Name is required'],
      [' \u2800 ', 'Name is required'],
      ['x'.repeat(81), 'Name must be at most 80 characters'],
      [7, expect.stringMatching(/^Name /)],
      [null, expect.stringMatching(/^Name /)],
      ['Rye\nweek', expect.stringMatching(/^Name /)],
    ]) {
      const errors = [{ field: 'name', message }];
      const asNew = { ...campaignOf(given('Fresh rye')), name };
      expect((await mirela.send('post', '/api/campaigns', asNew).expect(400)).body).toMatchObject({ errors });
      expect((await change(draft, { name }).expect(400)).body).toMatchObject({ errors });
    }
    await change(draft, { name: '🥖'.repeat(80) }).expect(200);
  });
});

describe('renaming', () => {
  it('changes neither plan nor posts, and can be done after an undo', async () => {
    const draft = await planned(mirela, given('Fresh rye'));
    const { body: renamed } = await change(draft, { name: 'Rye week' }).expect(200);
    expect(renamed).toMatchObject({ plan: draft.plan, state: 'draft', version: draft.version + 1 });
    const campaign = await ask(mirela, 'confirm', draft, { version: draft.version + 1 });
    await setting.work();
    const before = await postsOf(setting.served, campaign);
    const { body: once } = await change(await lookAt(mirela, campaign), { name: 'Once' }).expect(200);
    expect(once).toMatchObject({ name: 'Once', state: 'scheduled' });
    await setting.work();
    expect(await postsOf(setting.served, campaign)).toEqual(before);
    await ask(mirela, 'undo', campaign);
    await setting.work();
    const undone = await lookAt(mirela, campaign);
    const { body: twice } = await change(undone, { name: 'Twice' }).expect(200);
    expect(twice).toMatchObject({ name: 'Twice', state: 'undone' });
  });

  it('in another tab leaves the plan as it was seen, which can be changed and confirmed', async () => {
    const draft = await planned(mirela, given('Fresh rye'));
    const path = `/api/campaigns/${draft.id}`;
    const { version } = draft;
    await change(draft, { name: 'Rye week' }).expect(200);
    const leftOut = { version, items: [{ locationId: locationIds[0], isLeftOut: true }] };
    const { body: planAgain } = await mirela.send('patch', `${path}/targets`, leftOut).expect(200);
    const seen = (planAgain as CampaignDto).version;
    const { body: outdated } = await mirela.send('post', `${path}/confirm`, { version }).expect(409);
    expect(outdated).toMatchObject({ code: 'plan_outdated' });
    await change(planAgain as CampaignDto, { name: 'Rye month' }).expect(200);
    const { body: done } = await mirela.send('post', `${path}/confirm`, { version: seen }).expect(200);
    expect(done).toMatchObject({ name: 'Rye month', posts: 1, state: 'scheduling' });
  });

  it('in two tabs is refused in the second, which has not seen the first', async () => {
    const campaign = await confirmed(mirela, given('Fresh rye'));
    const answers = await Promise.all([
      change(campaign, { name: 'In one tab' }),
      change(campaign, { name: 'In another tab' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'campaign_changed' });
    const kept = answers.find(({ status }) => status === 200)?.body as CampaignDto;
    expect(await lookAt(mirela, campaign)).toMatchObject({ name: kept.name, version: kept.version });
  });
});

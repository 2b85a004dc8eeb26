import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '../../support/jest.ts';
import { CampaignDraftsService } from '../../../dist/server/campaigns/campaign-drafts.service.js';
import { CampaignFacts } from '../../../dist/server/campaigns/plan/campaign-facts.js';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { TargetDto } from '../../../dist/server/campaigns/campaign-target.dto.js';
import { PhotosService } from '../../../dist/server/photos/photos.service.js';
import type { SignedInClient } from '../../support/app.ts';
import { campaignOf, nextDay, planned, targetsOf } from '../../support/features/campaign-plans.ts';
import { connectProfile, loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { HOUR_MS, type Publishing, schedule, startPublishing } from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const MARKET_HILL = 'Marlowe & Finch, Market Hill';
const OLD_WHARF = 'Marlowe & Finch, Old Wharf';
const NIGHT_OVEN = 'The Night Oven';
const STORAGE = 'Halcyon Self Storage';
const [SUNDAY, MONDAY, TUESDAY] = [0, 1, 2];

let setting: Publishing;
let tamsin: SignedInClient;
let robin: SignedInClient;
/** A Tuesday, at nine. */
let nine: string;
beforeAll(async () => {
  setting = await startPublishing();
  [tamsin, robin] = [await setting.connected(PEOPLE.tamsin), await setting.connected(PEOPLE.mirela)];
});
beforeEach(() => {
  nine = `${nextDay(setting.served.clock.now(), TUESDAY)}T09:00`;
});
afterAll(() => setting.close());

const idOf = (title: string) => setting.google.world.location({ location: title }).id;
const only = (...titles: string[]) => ({ locationIds: titles.map(idOf) });
const at = (title: string, targets: TargetDto[]) =>
  targets.find(({ locationId }) => locationId === idOf(title))!;
const counts = (rules: CampaignDto['plan']['leftOut']) =>
  Object.fromEntries(rules.map(({ rule, count }) => [rule, count]));
const say = (client: SignedInClient, timeZone: string | null, ...titles: string[]) =>
  client
    .send('patch', '/api/time-zones', {
      items: titles.map((title) => ({ locationId: idOf(title), timeZone })),
    })
    .expect(200);
/** Changes a location as its owner does elsewhere, and has it read. */
async function edit(
  client: SignedInClient,
  location: string,
  fields: Record<string, unknown>,
): Promise<void> {
  setting.google.world.editByOwner({ location, fields });
  await client.send('get', `/api/locations/${idOf(location)}`).expect(200);
}
const planAgain = async (client: SignedInClient, { id }: CampaignDto): Promise<CampaignDto> =>
  (await client.send('post', `/api/campaigns/${id}/plan`).expect(200)).body as CampaignDto;

describe('several plans of one person at once', () => {
  it('are worked out one after another, and no more of them wait than eight', async () => {
    const facts = setting.served.app.get(CampaignFacts);
    const read = facts.context.bind(facts);
    const running = { now: 0, most: 0 };
    const spy = jest.spyOn(facts, 'context').mockImplementation(async (campaign) => {
      running.most = Math.max(running.most, (running.now += 1));
      await untilSeen('all eleven requests', () => arrived === 11);
      running.now -= 1;
      return read(campaign);
    });
    let arrived = 0;
    const choose = jest
      .spyOn(setting.served.app.get(PhotosService), 'keep')
      .mockImplementation(() => Promise.resolve(void (arrived += 1)));
    try {
      const answers = await Promise.all(
        Array.from({ length: 11 }, () =>
          tamsin.send(
            'post',
            '/api/campaigns',
            campaignOf({ time: { wallTime: nine }, choice: only(CERAMICS) }),
          ),
        ),
      );
      expect(running.most).toBe(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(201), 429, 429]);
    } finally {
      spy.mockRestore();
      choose.mockRestore();
    }
  });
});

describe('a plan', () => {
  it('says what goes out where and when, and whose time zone has to be asked', async () => {
    const campaign = await planned(robin, {
      time: { wallTime: nine },
      summary: 'Come in at {street}, {city}.',
    });
    const { plan } = campaign;
    const targets = await targetsOf(robin, campaign);
    const unknown = targets.filter((target) => target.timeZone === null);
    expect(unknown.length).toBeGreaterThan(100);
    expect(campaign).toMatchObject({ state: 'draft', version: 1, wallTime: nine, publishAt: null });
    expect(plan).toMatchObject({
      chosen: 500,
      posts: 500 - unknown.length,
      first: { timeZone: 'Asia/Tokyo', publishAt: new Date(`${nine}+09:00`).toISOString() },
      sameText: 1,
      unknownStoreCodes: [],
      warnings: [],
      leftOut: [
        {
          rule: 'zone-unknown',
          title: 'No time zone',
          reason: 'The time zone of this location isn’t known, so its post can’t be scheduled.',
          count: unknown.length,
        },
      ],
    });
    expect(plan.times.reduce((sum, { count }) => sum + count, 0)).toBe(plan.posts);
    expect(plan.times.map(({ at: time }) => time)).toEqual(
      [...plan.times.map(({ at: time }) => time)].sort(),
    );
    // Faults first, then by name.
    expect(targets.slice(0, unknown.length)).toEqual(unknown);
    const bristol = targets.find(({ locationName }) => locationName === 'Fairlead Travel Bristol 1')!;
    expect(bristol).toMatchObject({
      state: 'waiting',
      summary: 'Come in at 1 Station Road, Bristol.',
      storeCode: 'TD-001',
      timeZone: 'Europe/London',
      hasOwnText: false,
      findings: [],
      postId: null,
    });
  });

  it('is made again from what is known by then', async () => {
    const [denver, orlando] = ['Fairlead Travel Denver 1', 'Fairlead Travel Orlando 1'];
    const campaign = await planned(robin, {
      choice: only(denver, orlando, 'Fairlead Travel Bristol 1'),
      time: { wallTime: nine },
    });
    expect(campaign.plan.posts).toBe(1);
    await say(robin, 'America/Denver', denver);
    await say(robin, 'America/New_York', orlando);
    const again = await planAgain(robin, campaign);
    expect(again).toMatchObject({ version: 2, plan: { posts: 3, leftOut: [] } });
    expect(again.plan.last).toMatchObject({ locationName: denver, timeZone: 'America/Denver' });
    await say(robin, null, denver, orlando);
  });

  it('at one instant for all needs no time zones', async () => {
    const publishAt = `${nine}:00.000Z`;
    const campaign = await planned(robin, { time: { publishAt } });
    expect(campaign).toMatchObject({ wallTime: null, publishAt, plan: { posts: 500, leftOut: [] } });
    expect(campaign.plan.times).toEqual([{ at: publishAt, count: 500 }]);
    expect(campaign.plan.quota).toEqual({
      perMinute: 240,
      busiestAt: publishAt,
      busiestCount: 500,
      // 50 at once, 450 more at 240 a minute.
      doneAt: new Date(Date.parse(publishAt) + 112_500).toISOString(),
    });
    expect(campaign.plan.sameText).toBe(500);
  });

  it('counts what else is due in its busiest minute', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const publishAt = `${nine}:00.000Z`;
    const inMs = Date.parse(publishAt) - setting.served.clock.now().getTime();
    for (const title of ['Riverside Books', 'Van Tongeren Cycles'])
      await schedule(setting, idris, { locationId: idOf(title), inMs: inMs + 20_000 });
    const { plan } = await planned(tamsin, { choice: only(CERAMICS, OLD_WHARF), time: { publishAt } });
    expect(plan.quota).toMatchObject({ busiestAt: publishAt, busiestCount: 4, doneAt: publishAt });
  });

  it('spreads the posts of one moment over minutes, in order', async () => {
    const desks = [1, 2, 3, 4].map((number) => `Fairlead Travel Bristol ${number}`);
    const abroad = 'Fairlead Travel Berlin 1';
    const campaign = await planned(robin, {
      choice: only(...desks, abroad),
      time: { wallTime: nine, spreadMinutes: 60 },
    });
    const targets = await targetsOf(robin, campaign);
    const startMs = Date.parse(`${nine}Z`);
    const london = desks.map((title) => Date.parse(at(title, targets).publishAt!));
    const offset = london[0]! - startMs;
    expect(london.map((time) => (time - startMs - offset) / 60_000)).toEqual([0, 15, 30, 45]);
    expect(Math.abs(offset)).toBeLessThanOrEqual(HOUR_MS);
    // It is the only one of its zone, so it is first.
    expect(Date.parse(at(abroad, targets).publishAt!)).toBe(london[0]! - HOUR_MS);
    // One that is left out leaves its minute empty until the campaign is planned again.
    const { body } = await robin
      .send('patch', `/api/campaigns/${campaign.id}/targets`, {
        version: campaign.version,
        items: [{ locationId: idOf(desks[1]!), isLeftOut: true }],
      })
      .expect(200);
    const rest = [desks[0]!, desks[2]!, desks[3]!];
    const minutes = async () => {
      const now = await targetsOf(robin, campaign);
      return rest.map((title) => (Date.parse(at(title, now).publishAt!) - london[0]!) / 60_000);
    };
    expect(await minutes()).toEqual([0, 30, 45]);
    await planAgain(robin, body as CampaignDto);
    expect(await minutes()).toEqual([0, 20, 40]);
  });
});

describe('a location is left out', () => {
  const tuesday = { closedDays: 'publish' };

  it('where Google takes no post for it', async () => {
    await say(tamsin, 'America/Los_Angeles', STORAGE, 'Halcyon Guest House');
    const { plan, ...campaign } = await planned(tamsin, { time: { wallTime: nine, ...tuesday } });
    expect(counts(plan.leftOut)).toEqual({ 'location-suspended': 1, 'location-unverified': 1 });
    expect(plan.leftOut.map(({ title }) => title).sort()).toEqual(['Suspended', 'Unverified']);
    const targets = await targetsOf(tamsin, campaign);
    expect(at('Halcyon Guest House', targets)).toMatchObject({
      state: 'left_out',
      findings: [
        {
          id: 'location-suspended',
          severity: 'block',
          field: 'choice',
          reason: 'Google has suspended this location and doesn’t publish posts for it.',
          cure: 'Ask Google to reinstate it.',
        },
      ],
    });
  });

  it.each<[variable: string, rule: string, missing: string[]]>([
    ['{city}', 'missing-city', [PIANOS]],
    ['{street}', 'missing-street', [PIANOS]],
    ['{storeCode}', 'missing-store-code', [CERAMICS, PIANOS, STORAGE]],
    ['{website}', 'missing-website', [PIANOS]],
    ['{name}', 'missing-name', []],
  ])('that has nothing for %s', async (variable, rule, missing) => {
    const campaign = await planned(tamsin, {
      choice: only(CERAMICS, PIANOS, OLD_WHARF, STORAGE),
      time: { wallTime: nine },
      summary: `See you at ${variable}.`,
    });
    const found = await targetsOf(tamsin, campaign, { rule });
    expect(found.map(({ locationId }) => locationId).sort()).toEqual(missing.map(idOf).sort());
    expect(found.every(({ findings: [first] }) => first?.reason.includes(variable))).toBe(true);
  });

  it('that has no website for the link of the button', async () => {
    const button = { topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'BOOK', url: '{website}' } };
    const campaign = await planned(tamsin, {
      choice: only(CERAMICS, PIANOS),
      time: { wallTime: nine },
      ...button,
    });
    expect(campaign.postBody.callToAction).toEqual(button.callToAction);
    expect(counts(campaign.plan.leftOut)).toEqual({ 'missing-website': 1 });
  });

  it('where its values make a text, a title or a link that Google does not take', async () => {
    const long = { time: { wallTime: nine }, choice: only(CERAMICS, OLD_WHARF) };
    const text = await planned(tamsin, { ...long, summary: `${'x'.repeat(1480)} {name}` });
    // With a name of 15 characters it fits.
    expect(counts(text.plan.leftOut)).toEqual({ 'text-too-long': 1 });
    const dates = { startDate: dateOf(nine), startTime: { hours: 9, minutes: 0 } };
    const title = await planned(tamsin, {
      ...long,
      topicType: 'EVENT',
      event: { title: `Open house at {name} with music`, schedule: dates },
    });
    expect(counts(title.plan.leftOut)).toEqual({});
    const longer = await planned(tamsin, {
      ...long,
      topicType: 'EVENT',
      event: { title: `Open house at {name} with music and the mayor`, schedule: dates },
    });
    expect(counts(longer.plan.leftOut)).toEqual({ 'title-too-long': 1 });
  });

  it('that is closed that day, by its special hours and then by its regular ones', async () => {
    const monday = nextDay(setting.served.clock.now(), MONDAY);
    const choice = only(CERAMICS, PIANOS, MARKET_HILL);
    const special = (closed: object) => ({
      specialHours: { specialHourPeriods: [{ startDate: dateOf(monday), ...closed }] },
    });
    // Ceramics are closed on Mondays, pianos have no hours, Market Hill is closed on this Monday alone.
    await edit(tamsin, MARKET_HILL, special({ closed: true }));
    const time = { wallTime: `${monday}T09:00` };
    const skipping = await planned(tamsin, { choice, time: { ...time, closedDays: 'skip' } });
    expect(counts(skipping.plan.leftOut)).toEqual({ 'closed-that-day': 2 });
    expect((await planned(tamsin, { choice, time })).plan.posts).toBe(3);
    // Open for once.
    const hours = { endDate: dateOf(monday), openTime: { hours: 10 }, closeTime: { hours: 14 } };
    await edit(tamsin, CERAMICS, special(hours));
    await edit(tamsin, MARKET_HILL, { specialHours: null });
    expect((await planAgain(tamsin, skipping)).plan.leftOut).toEqual([]);
    await edit(tamsin, CERAMICS, { specialHours: null });
  });

  it('or moved to its next open day, and not where there is none', async () => {
    const sunday = nextDay(setting.served.clock.now(), SUNDAY);
    const choice = only(CERAMICS, OLD_WHARF, STORAGE);
    const everyDay = Array.from({ length: 15 }, (_, days) => ({
      startDate: dateOf(new Date(Date.parse(sunday) + days * 24 * HOUR_MS).toISOString()),
      closed: true,
    }));
    await edit(tamsin, OLD_WHARF, { specialHours: { specialHourPeriods: everyDay } });
    const campaign = await planned(tamsin, {
      choice,
      time: { wallTime: `${sunday}T09:00`, closedDays: 'move' },
    });
    expect(counts(campaign.plan.leftOut)).toEqual({ 'no-open-day': 1 });
    expect(counts(campaign.plan.warnings)).toEqual({ moved: 1 });
    const ceramics = at(CERAMICS, await targetsOf(tamsin, campaign));
    const tuesdayAfter = new Date(Date.parse(sunday) + 2 * 24 * HOUR_MS);
    expect(ceramics.publishAt?.slice(0, 10)).toBe(tuesdayAfter.toISOString().slice(0, 10));
    const day = tuesdayAfter.toLocaleDateString('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    expect(ceramics.findings).toMatchObject([
      { id: 'moved', severity: 'warn', reason: expect.stringContaining(day) },
    ]);
    await edit(tamsin, OLD_WHARF, { specialHours: null });
  });

  it('where the time of day has passed, while it is still to come elsewhere', async () => {
    const now = setting.served.clock.now();
    // Eight hours ago in Tokyo, and an hour from now in London.
    const soon = new Date(now.getTime() + 90 * 60_000).toLocaleString('sv', { timeZone: 'Europe/London' });
    const wallTime = soon.replace(' ', 'T').slice(0, 16);
    const choice = only('Fairlead Travel Tokyo 1', 'Fairlead Travel Bristol 1');
    const campaign = await planned(robin, { choice, time: { wallTime } });
    expect(counts(campaign.plan.leftOut)).toEqual({ 'time-past': 1 });
    expect(campaign.plan.first).toMatchObject({ locationName: 'Fairlead Travel Bristol 1' });
  });

  it('by the person, and gets a text of its own, until they say otherwise', async () => {
    const campaign = await planned(tamsin, {
      choice: only(CERAMICS, OLD_WHARF, PIANOS),
      time: { wallTime: nine },
      summary: 'Come to {city}.',
    });
    expect(counts(campaign.plan.leftOut)).toEqual({ 'missing-city': 1 });
    const change = async (version: number, ...items: object[]): Promise<CampaignDto> =>
      (await tamsin.send('patch', `/api/campaigns/${campaign.id}/targets`, { version, items }).expect(200))
        .body as CampaignDto;
    const own = { locationId: idOf(PIANOS), summary: 'We come to you, {city} or not.' };
    const changed = await change(1, own, { locationId: idOf(OLD_WHARF), isLeftOut: true });
    expect(changed).toMatchObject({ version: 2, plan: { posts: 2, chosen: 3, warnings: [] } });
    expect(counts(changed.plan.leftOut)).toEqual({ 'left-out': 1 });
    const pianos = async () => at(PIANOS, await targetsOf(tamsin, campaign));
    expect(await pianos()).toMatchObject({ summary: own.summary, hasOwnText: true, findings: [] });
    // Planning again keeps both, and so does another text.
    const { body: updated } = await tamsin
      .send('patch', `/api/campaigns/${campaign.id}`, {
        version: 2,
        postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary: 'Meet us in {city}.' },
      })
      .expect(200);
    expect(updated).toMatchObject({
      version: 3,
      plan: { posts: 2, leftOut: [{ rule: 'left-out', count: 1 }] },
    });
    expect(await pianos()).toMatchObject({ summary: own.summary });
    const back = await change(
      3,
      { locationId: idOf(PIANOS), summary: null },
      { locationId: idOf(OLD_WHARF), isLeftOut: false },
    );
    expect(counts(back.plan.leftOut)).toEqual({ 'missing-city': 1 });
    expect(at(CERAMICS, await targetsOf(tamsin, campaign)).summary).toBe('Meet us in Wexcombe.');
  });

  it('and is named no more when the person loses it', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const campaign = await planned(idris, { time: { wallTime: nine } });
    setting.google.world.removeLocation({ location: idOf('Pedal Past Bicycle Museum') });
    await idris.send('post', '/api/mirror').expect(202);
    await placesRead(idris);
    expect((await planAgain(idris, campaign)).plan.chosen).toBe(campaign.plan.chosen - 1);
  });
});

describe('a plan warns', () => {
  it('of the same text within a week, of each location by itself', async () => {
    const inMs = Date.parse(`${nine}:00Z`) - setting.served.clock.now().getTime() - 3 * 24 * HOUR_MS;
    const summary = 'At {name} from nine.';
    const twin = { locationId: idOf(CERAMICS), summary: `At ${CERAMICS}  from nine.`, inMs };
    await schedule(setting, tamsin, inMs > HOUR_MS ? twin : { ...twin, inMs: HOUR_MS });
    const campaign = await planned(tamsin, {
      choice: only(CERAMICS, OLD_WHARF),
      time: { wallTime: nine },
      summary,
    });
    expect(counts(campaign.plan.warnings)).toEqual({ 'same-text': 1 });
    expect(campaign.plan.posts).toBe(2);
    const [first] = await targetsOf(tamsin, campaign);
    expect(first).toMatchObject({ locationId: idOf(CERAMICS), state: 'waiting' });
    // Another plan does not count: nothing goes out of it.
    const other = await planned(tamsin, { choice: only(OLD_WHARF), time: { wallTime: nine }, summary });
    expect(other.plan.warnings).toEqual([]);
  });

  it('of what Google is known to reject in the text of a location', async () => {
    const locationId = idOf(NIGHT_OVEN);
    setting.google.world.editByOwner({ location: NIGHT_OVEN, fields: { title: 'Ring 01632 960 201' } });
    await tamsin.send('get', `/api/locations/${locationId}`).expect(200);
    const campaign = await planned(tamsin, {
      choice: { locationIds: [locationId] },
      time: { wallTime: nine },
      summary: 'At {name}.',
    });
    expect(counts(campaign.plan.warnings)).toEqual({ 'phone-in-text': 1 });
  });

  it('of clocks that go forward over the time, and back over it', async () => {
    const desk = 'Fairlead Travel Bristol 1';
    const choice = only(desk, 'Fairlead Travel Tokyo 1');
    const year = setting.served.clock.now().getUTCFullYear() + 1;
    const cases = [
      [`${lastSunday(year, 3)}T01:30`, 'skipped-hour', `${lastSunday(year, 3)}T01:30:00.000Z`],
      [`${lastSunday(year, 10)}T01:30`, 'doubled-hour', `${lastSunday(year, 10)}T00:30:00.000Z`],
    ] as const;
    for (const [wallTime, rule, publishAt] of cases) {
      const campaign = await planned(robin, { choice, time: { wallTime } });
      expect(counts(campaign.plan.warnings)).toEqual({ [rule]: 1 });
      expect(at(desk, await targetsOf(robin, campaign))).toMatchObject({ publishAt, state: 'waiting' });
    }
  });

  it('of a connection that has ended', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    await loseConnection(setting.served, idris.uid);
    const { plan } = await planned(idris, { choice: only('Riverside Books'), time: { wallTime: nine } });
    expect(plan).toMatchObject({
      posts: 1,
      warnings: [{ rule: 'connection-ended', title: 'Not connected' }],
    });
  });
});

describe('what concerns all locations', () => {
  const faults = async (given: Parameters<typeof campaignOf>[0]): Promise<object[]> => {
    const answer = await tamsin.send('post', '/api/campaigns', campaignOf(given)).expect(400);
    expect(answer.body.code).toBe('validation_failed');
    return answer.body.errors as object[];
  };
  const time = () => ({ wallTime: nine });
  const button = (url: string) => ({
    topicType: 'CALL_TO_ACTION',
    callToAction: { actionType: 'BOOK', url },
  });

  it('is refused at its field: variables that are none', async () => {
    const message =
      '{adress} isn’t a variable. You can use {name}, {city}, {street}, {storeCode} and {website}';
    expect(await faults({ time: time(), summary: 'At {adress}!' })).toEqual([
      { field: 'postBody.summary', message },
    ]);
    expect(await faults({ time: time(), ...button('https://example.com/{adress}') })).toEqual([
      { field: 'postBody.callToAction.url', message },
    ]);
    // Other braces are text.
    const { plan } = await planned(tamsin, {
      choice: only(CERAMICS),
      time: time(),
      summary: '{ so } {} {name}',
    });
    expect(plan.posts).toBe(1);
  });

  it('is refused at its field: links', async () => {
    const message = 'Link must be an address such as https://www.example.com';
    const field = 'postBody.callToAction.url';
    for (const url of ['{website}.evil.example.com', '{name}', 'http://{website}', '{website} '])
      expect(await faults({ time: time(), ...button(url) })).toEqual([{ field, message }]);
    // A post by itself has no variables.
    const post = {
      locationId: idOf(CERAMICS),
      publishAt: `${nine}:00Z`,
      postBody: { languageCode: 'en-US', summary: 'x', ...button('{website}') },
    };
    const { body } = await tamsin.send('post', '/api/posts', post).expect(400);
    expect(body.errors).toEqual([{ field, message }]);
  });

  it('is refused at its field: times', async () => {
    const now = setting.served.clock.now();
    const future = 'Publish time must be in the future';
    const both = 'Choose either a time at each location, or one for all';
    const cases: [object, object][] = [
      [{ publishAt: now.toISOString() }, { field: 'time.publishAt', message: future }],
      [{ wallTime: '2026-01-01T09:00' }, { field: 'time.wallTime', message: future }],
      [
        { wallTime: '2299-01-01T09:00' },
        { field: 'time.wallTime', message: 'Publish time must be within 5 years' },
      ],
      [{ wallTime: '2029-02-31T09:00' }, { field: 'time.wallTime', message: 'This day doesn’t exist' }],
      [{}, { field: 'time', message: both }],
      [
        { wallTime: nine, publishAt: `${nine}:00Z` },
        { field: 'time', message: both },
      ],
    ];
    for (const [given, fault] of cases) expect(await faults({ time: given })).toEqual([fault]);
  });

  it('is refused at its field: what no post may be', async () => {
    expect(await faults({ time: time(), topicType: 'EVENT' })).toEqual([
      { field: 'postBody.event.title', message: 'Event title is required' },
      { field: 'postBody.event.schedule', message: 'Event dates are required' },
    ]);
  });
});

describe('a draft', () => {
  const draft = (client = tamsin) => planned(client, { choice: only(CERAMICS), time: { wallTime: nine } });
  const body = () => campaignOf({ choice: only(CERAMICS), time: { wallTime: nine } });
  const code = async (request: ReturnType<SignedInClient['send']>, status: number) =>
    ((await request.expect(status)).body as { code: string }).code;

  it('is planned once under one key', async () => {
    const send = () => tamsin.send('post', '/api/campaigns', body()).set('Idempotency-Key', 'spring');
    const first = await send().expect(201);
    const again = await send().expect(201);
    expect(again.body).toEqual(first.body);
    const other = tamsin.send('post', '/api/campaigns', campaignOf({ time: { wallTime: nine } }));
    expect(await code(other.set('Idempotency-Key', 'spring'), 422)).toBe('idempotency_key_reused');
  });

  it('does not take a change that its author has not seen', async () => {
    const campaign = await draft();
    const change = (version: number) =>
      tamsin.send('patch', `/api/campaigns/${campaign.id}`, { version, choice: only(OLD_WHARF) });
    await change(1).expect(200);
    expect(await code(change(1), 409)).toBe('campaign_changed');
    const targets = { version: 1, items: [{ locationId: idOf(OLD_WHARF), isLeftOut: true }] };
    const path = `/api/campaigns/${campaign.id}/targets`;
    expect(await code(tamsin.send('patch', path, targets), 409)).toBe('campaign_changed');
  });

  it('is never a mixture of two plans that are made at once', async () => {
    const campaign = await planned(robin, { time: { wallTime: nine } });
    const plans = await Promise.all(
      Array.from({ length: 4 }, () => robin.send('post', `/api/campaigns/${campaign.id}/plan`)),
    );
    expect(plans.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await setting.served.database.executeSql(
      'select count(*)::int as targets from campaign_targets where campaign_id = $1',
      [campaign.id],
    );
    expect(rows).toEqual([{ targets: campaign.plan.chosen }]);
  });

  it('is planned again although another tab renames it in that moment', async () => {
    const denver = 'Fairlead Travel Denver 1';
    const choice = only(denver, 'Fairlead Travel Bristol 1');
    const campaign = await planned(robin, { choice, time: { wallTime: nine } });
    expect(campaign.plan.posts).toBe(1);
    await say(robin, 'America/Denver', denver);
    const facts = setting.served.app.get(CampaignFacts);
    const read = facts.context.bind(facts);
    const spy = jest.spyOn(facts, 'context').mockImplementationOnce(async (row) => {
      const rename = { name: 'Rye week', version: campaign.version };
      await robin.send('patch', `/api/campaigns/${campaign.id}`, rename).expect(200);
      return read(row);
    });
    try {
      expect(await planAgain(robin, campaign)).toMatchObject({ name: 'Rye week', plan: { posts: 2 } });
    } finally {
      spy.mockRestore();
      await say(robin, null, denver);
    }
  });

  it('is as good as unknown to others, and of another Google account of one’s own left alone', async () => {
    const campaign = await draft();
    const path = `/api/campaigns/${campaign.id}`;
    const requests = (client: SignedInClient) => [
      client.send('patch', path, { version: 1, choice: {} }),
      client.send('post', `${path}/plan`),
      client.send('patch', `${path}/targets`, { version: 1, items: [{ locationId: 'x', isLeftOut: true }] }),
    ];
    for (const request of requests(robin)) expect(await code(request, 404)).toBe('not_found');
    expect(await code(robin.send('delete', path), 404)).toBe('not_found');
    const kim = await setting.connected(PEOPLE.tamsin);
    const { id } = await draft(kim);
    await connectProfile(kim, PEOPLE.idris);
    for (const [method, suffix, given] of [
      ['patch', '', { version: 1, choice: {} }],
      ['post', '/plan', undefined],
    ] as const) {
      const { body: refused } = await kim.send(method, `/api/campaigns/${id}${suffix}`, given).expect(409);
      expect(refused).toMatchObject({ code: 'other_account', message: expect.stringContaining('campaign') });
    }
    await kim.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await code(kim.send('post', `/api/campaigns/${id}/plan`), 409)).toBe('connect/not-connected');
    await kim.send('delete', `/api/campaigns/${id}`).expect(204);
  });

  it('needs a connected Business Profile', async () => {
    const kim = await setting.served.signUp();
    const time = { publishAt: `${nine}:00Z` };
    const request = kim.send('post', '/api/campaigns', campaignOf({ time }));
    expect(await code(request, 409)).toBe('connect/not-connected');
  });

  it('has only locations of its own, each changed once', async () => {
    const campaign = await draft();
    const change = (...items: object[]) =>
      tamsin.send('patch', `/api/campaigns/${campaign.id}/targets`, { version: 1, items });
    const own = { locationId: idOf(CERAMICS), isLeftOut: true };
    expect(await code(change(own, { ...own, locationId: idOf(OLD_WHARF) }), 404)).toBe('not_found');
    const { body: twice } = await change(own, own).expect(400);
    expect(twice.errors).toEqual([{ field: 'items.1.locationId', message: 'This location is named twice' }]);
  });

  it('can be one of 50', async () => {
    const kim = await setting.connected(PEOPLE.tamsin);
    await setting.served.database.executeSql(
      `insert into campaigns (id, workspace_id, subject, state, name, body, choice, wall_time, first_at, time_zone, closed_days,
         created_at, updated_at)
       select gen_random_uuid(), $1, 'other', 'draft', 'Rye week', '{}', '{}', '2030-01-01T09:00', $2, 'UTC', 'publish', $2, $2
       from generate_series(1, 50)`,
      [kim.uid, setting.served.clock.now()],
    );
    const request = kim.send('post', '/api/campaigns', body());
    expect(await code(request, 409)).toBe('too_many_campaigns');
    const { rows } = await setting.served.database.executeSql(
      'select count(*)::int as drafts from campaigns where workspace_id = $1',
      [kim.uid],
    );
    expect(rows).toEqual([{ drafts: 50 }]);
  });

  it('is dropped after seven days, or when the person says so', async () => {
    const [old, deleted] = [await draft(), await draft()];
    await tamsin.send('delete', `/api/campaigns/${deleted.id}`).expect(204);
    await tamsin.send('get', `/api/campaigns/${deleted.id}`).expect(404);
    await setting.pass(6 * 24 * HOUR_MS);
    const drafts = setting.served.app.get(CampaignDraftsService);
    await drafts.cleanUp();
    await tamsin.send('get', `/api/campaigns/${old.id}`).expect(200);
    await setting.pass(25 * HOUR_MS);
    await drafts.cleanUp();
    await tamsin.send('get', `/api/campaigns/${old.id}`).expect(404);
  });
});

function dateOf(day: string) {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number);
  return { year, month, day: date };
}

/** The day on which clocks change in Europe. */
function lastSunday(year: number, month: number): string {
  const day = new Date(Date.UTC(year, month, 0));
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

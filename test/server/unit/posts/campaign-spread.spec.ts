import { describe, expect, it } from '@jest/globals';
import {
  type LocationSheet,
  type PlanContext,
  planTargets,
} from '../../../../dist/server/campaigns/plan/plan-targets.js';

type Planned = Parameters<typeof planTargets>[0];
type Wanted = Parameters<typeof planTargets>[1][number];

const NOON = new Date('2027-03-01T12:00:00Z');
const CONTEXT: PlanContext = {
  now: new Date('2027-02-20T09:00:00Z'),
  connection: 'connected',
  isPostingClosed: false,
  photo: undefined,
};
const campaign = (change: Partial<Planned> = {}, body: Partial<Planned['body']> = {}): Planned => ({
  wallTime: null,
  publishAt: NOON,
  timeZone: 'Europe/London',
  spreadMinutes: 60,
  closedDays: 'publish',
  ...change,
  body: { languageCode: 'en-US', topicType: 'STANDARD', summary: 'News at {name}', ...body },
});
const sheet = (number: number, change: Partial<LocationSheet> = {}): LocationSheet => ({
  location: {
    id: String(number),
    accountId: '1',
    name: `Desk ${number}`,
    storeCode: null,
    phoneNumber: null,
    categories: [],
    state: 'VERIFIED',
    openStatus: 'OPEN',
  },
  facts: { name: `Desk ${number}`, city: null, street: null, storeCode: null, website: null },
  hours: { weekdays: null, specialDays: [] },
  timeZone: 'Europe/London',
  texts: [],
  ...change,
});
const wanted = (sheet: LocationSheet | undefined, change: Partial<Wanted> = {}): Wanted => ({
  sheet,
  ownText: null,
  isLeftOut: false,
  promisedAt: null,
  ...change,
});
/** Four, a quarter of an hour apart in a spread of an hour. */
const four = (change: (number: number) => Partial<LocationSheet> = () => ({})) =>
  [0, 1, 2, 3].map((number) => wanted(sheet(number, change(number))));
const day = { year: 2027, month: 3, day: 1 };
const event = (startTime: object, endTime: object) => ({
  title: 'At {name}',
  schedule: { startDate: day, startTime, endDate: day, endTime } as never,
});
const at = (hours: number, minutes = 0) => ({ hours, minutes });

describe('the posts of a spread', () => {
  it('have the dates of their own turn, where an offer has none of its own', async () => {
    const planned = await planTargets(campaign({}, { topicType: 'OFFER' }), four(), CONTEXT);
    expect(planned.map(({ body }) => body?.event?.schedule)).toEqual(
      [0, 15, 30, 45].map((minutes) => ({
        startDate: day,
        startTime: at(12, minutes),
        endDate: { ...day, day: 8 },
        endTime: at(12, minutes),
      })),
    );
  });

  it('are warned of what is over by their own turn', async () => {
    const body = { topicType: 'EVENT' as const, event: event(at(9), at(12, 30)) };
    const planned = await planTargets(campaign({}, body), four(), CONTEXT);
    expect(planned.map(({ warnings }) => warnings)).toEqual([[], [], ['event-over'], ['event-over']]);
    expect(planned.map((target) => target.body?.event?.title)).toEqual([
      'At Desk 0',
      'At Desk 1',
      'At Desk 2',
      'At Desk 3',
    ]);
  });

  it('are warned of the same text within a week of their own turn, to the minute', async () => {
    const publishAt = new Date(NOON.getTime() + (7 * 24 * 60 + 30) * 60_000);
    const twins = (number: number) => ({ texts: [{ publishAt, text: ` News  at Desk ${number}` }] });
    const planned = await planTargets(campaign(), four(twins), CONTEXT);
    expect(planned.map(({ warnings }) => warnings)).toEqual([[], [], ['same-text'], ['same-text']]);
    const others = (number: number) => ({ texts: [{ publishAt, text: `News at Desk ${number + 1}` }] });
    expect(
      (await planTargets(campaign(), four(others), CONTEXT)).flatMap(({ warnings }) => warnings),
    ).toEqual([]);
  });

  it('are warned of clocks that go back over their own turn', async () => {
    const spread = { publishAt: null, wallTime: '2027-10-31T00:30' };
    const planned = await planTargets(campaign(spread), four(), CONTEXT);
    expect(planned.map(({ wallTime, warnings }) => [wallTime?.slice(11), warnings])).toEqual([
      ['00:30', []],
      ['00:45', []],
      ['01:00', ['doubled-hour']],
      ['01:15', ['doubled-hour']],
    ]);
  });

  it('leave no turn to those that get none', async () => {
    const [first, second, third] = four();
    const gone = wanted(undefined);
    const missing = wanted(sheet(4, { facts: { ...sheet(4).facts, name: '' } }));
    const suspended = sheet(5);
    const out = wanted({ ...suspended, location: { ...suspended.location, state: 'SUSPENDED' } });
    const planned = await planTargets(
      campaign(),
      [gone, first!, missing, second!, out, { ...third!, isLeftOut: true }, wanted(sheet(6))],
      CONTEXT,
    );
    expect(
      planned.map(({ leftOut, publishAt }) => [leftOut, publishAt?.toISOString().slice(11, 16)]),
    ).toEqual([
      ['location-gone', undefined],
      [null, '12:00'],
      ['missing-name', '12:00'],
      [null, '12:20'],
      ['location-suspended', '12:00'],
      ['left-out', '12:00'],
      [null, '12:40'],
    ]);
    expect(planned.map(({ body }) => body?.summary)).toEqual([
      undefined,
      'News at Desk 0',
      undefined,
      'News at Desk 1',
      undefined,
      undefined,
      'News at Desk 6',
    ]);
  });

  it('are the same as each is by itself at its turn', async () => {
    const texts = [{ publishAt: NOON, text: 'Ring 01632 960 201' }];
    const all = [
      ...four(),
      wanted(sheet(4, { timeZone: 'America/New_York', texts }), { ownText: 'Ring 01632 960 201' }),
      wanted(sheet(5, { timeZone: null })),
      wanted(sheet(6, { hours: { weekdays: ['TUESDAY'], specialDays: [] } })),
    ];
    const bodies = [
      {},
      { topicType: 'OFFER', offer: { redeemOnlineUrl: 'http://shop.local/' } },
      { topicType: 'EVENT', event: event(at(9), at(12, 20)) },
      { topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'CALL' } },
    ] as Partial<Planned['body']>[];
    const times = [{}, { closedDays: 'move' }, { publishAt: null, wallTime: '2027-03-28T00:30' }] as const;
    for (const body of bodies)
      for (const time of times) {
        const one = campaign(time, body);
        const planned = await planTargets(one, all, CONTEXT);
        for (const [index, target] of planned.entries()) {
          const start = (await planTargets(one, [all[index]!], CONTEXT, [0]))[0]!;
          const later = (target.publishAt?.getTime() ?? NaN) - (start.publishAt?.getTime() ?? NaN);
          const minutes = Number.isNaN(later) ? 0 : later / 60_000;
          expect(await planTargets(one, [all[index]!], CONTEXT, [minutes])).toEqual([target]);
        }
      }
  });
});

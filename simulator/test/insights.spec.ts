import { afterAll, beforeAll, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, connect, PEOPLE, startSimulator, STATION } from './support.ts';

const MARKET_HILL = 'accounts/101000000000000000002/locations/4200000000000000103';

let google: GoogleSimulator;
let v4: ReturnType<typeof callerOf>;
let performance: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
  google.clock.set(new Date('2026-06-20T12:00:00Z'), { stopped: true });
  const { access_token } = await connect(google, PEOPLE.tamsin);
  v4 = callerOf(google.addresses.GBP_V4_URL, access_token);
  performance = callerOf(google.addresses.GBP_PERFORMANCE_URL, access_token);
});
afterAll(() => google.close());

describe('reviews', () => {
  it('come newest first, with average and count', async () => {
    const { body } = await v4('GET', `/${MARKET_HILL}/reviews`);
    const times = body.reviews.map(({ updateTime }: { updateTime: string }) => updateTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(body.totalReviewCount).toBe(body.reviews.length);
    expect(body.averageRating).toBeGreaterThanOrEqual(1);
    expect(body.reviews[0]).toMatchObject({
      name: `${MARKET_HILL}/reviews/${body.reviews[0].reviewId}`,
      reviewer: { displayName: expect.any(String) },
      starRating: expect.stringMatching(/ONE|TWO|THREE|FOUR|FIVE/),
    });
  });

  it('are sorted by stars if asked to, and paged', async () => {
    const stars = async (query: string) =>
      (await v4('GET', `/${MARKET_HILL}/reviews?${query}`)).body.reviews.map(
        ({ starRating }: { starRating: string }) =>
          ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'].indexOf(starRating),
      );
    const rising = await stars('orderBy=rating');
    expect(rising).toEqual([...rising].sort());
    expect(await stars('orderBy=rating%20desc')).toEqual([...rising].sort().reverse());
    const first = await v4('GET', `/${MARKET_HILL}/reviews?pageSize=1`);
    expect(first.body.reviews).toHaveLength(1);
    expect((await v4('GET', `/${MARKET_HILL}/reviews?orderBy=age`)).status).toBe(400);
  });

  it('are served only for verified places', async () => {
    const { status, body } = await v4('GET', `/${STATION}/reviews`);
    expect(status).toBe(400);
    expect(body.error.details[0].errorDetails[0]).toMatchObject({ code: 1301 });
  });
});

describe('media', () => {
  it('are pictures that can be looked at', async () => {
    const { body } = await v4('GET', `/${MARKET_HILL}/media`);
    expect(body.totalMediaItemCount).toBe(2);
    expect(body.mediaItems[0]).toMatchObject({
      name: `${MARKET_HILL}/media/cover`,
      mediaFormat: 'PHOTO',
      locationAssociation: { category: 'COVER' },
    });
    expect((await fetch(body.mediaItems[0].googleUrl)).status).toBe(200);
    expect((await v4('GET', `/${STATION}/media`)).body).toEqual({});
  });
});

describe('performance', () => {
  const place = '/locations/4200000000000000103';
  const range = (
    name: string,
    [fromYear, fromMonth, fromDay]: number[],
    [toYear, toMonth, toDay]: number[],
  ) =>
    `${name}.startDate.year=${fromYear}&${name}.startDate.month=${fromMonth}&${name}.startDate.day=${fromDay}` +
    `&${name}.endDate.year=${toYear}&${name}.endDate.month=${toMonth}&${name}.endDate.day=${toDay}`;
  const daily = (query: string) => performance('GET', `${place}:fetchMultiDailyMetricsTimeSeries?${query}`);

  it('has a value for each day of each metric, and none for zero', async () => {
    google.world.setMetrics({
      location: '4200000000000000103',
      metric: 'CALL_CLICKS',
      values: { '2026-06-01': 7, '2026-06-02': 0 },
    });
    const days = range('dailyRange', [2026, 6, 1], [2026, 6, 20]);
    const { body } = await daily(`dailyMetrics=CALL_CLICKS&dailyMetrics=WEBSITE_CLICKS&${days}`);
    const [calls, clicks] = body.multiDailyMetricTimeSeries[0].dailyMetricTimeSeries;
    expect(clicks.dailyMetric).toBe('WEBSITE_CLICKS');
    expect(calls.timeSeries.datedValues).toHaveLength(20);
    expect(calls.timeSeries.datedValues.slice(0, 2)).toEqual([
      { date: { year: 2026, month: 6, day: 1 }, value: '7' },
      { date: { year: 2026, month: 6, day: 2 } },
    ]);
    // Google counts the last days later.
    expect(calls.timeSeries.datedValues.at(-1)).toEqual({ date: { year: 2026, month: 6, day: 20 } });
    expect((await daily(`dailyMetrics=WEBSITE_CLICKS&${days}`)).body).toEqual({
      multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries: [clicks] }],
    });
  });

  it('lacks metrics when set to, and all metrics of a place that is not verified', async () => {
    const days = range('dailyRange', [2026, 6, 1], [2026, 6, 2]);
    google.faults.next('performance.dailyMetrics', 'missing-metrics', { metrics: ['CALL_CLICKS'] });
    const { body } = await daily(`dailyMetrics=CALL_CLICKS&dailyMetrics=WEBSITE_CLICKS&${days}`);
    expect(body.multiDailyMetricTimeSeries[0].dailyMetricTimeSeries).toEqual([
      expect.objectContaining({ dailyMetric: 'WEBSITE_CLICKS' }),
    ]);
    const station = '/locations/4200000000000000105:fetchMultiDailyMetricsTimeSeries';
    expect((await performance('GET', `${station}?dailyMetrics=CALL_CLICKS&${days}`)).body).toEqual({});
  });

  it('refuses unknown metrics and ranges that are none', async () => {
    const days = range('dailyRange', [2026, 6, 1], [2026, 6, 2]);
    for (const query of [
      days,
      `dailyMetrics=DAILY_METRIC_UNKNOWN&${days}`,
      'dailyMetrics=CALL_CLICKS',
      `dailyMetrics=CALL_CLICKS&${range('dailyRange', [2026, 6, 2], [2026, 6, 1])}`,
      `dailyMetrics=CALL_CLICKS&${range('dailyRange', [2026, 2, 30], [2026, 6, 1])}`,
      `dailyMetrics=CALL_CLICKS&${range('dailyRange', [2000, 1, 1], [2026, 6, 1])}`,
    ])
      expect((await daily(query)).status).toBe(400);
  });

  it('counts the words that people searched for, rare ones by threshold', async () => {
    const months =
      'monthlyRange.startMonth.year=2026&monthlyRange.startMonth.month=5&monthlyRange.endMonth.year=2026&monthlyRange.endMonth.month=5';
    const path = `${place}/searchkeywords/impressions/monthly`;
    const { body } = await performance('GET', `${path}?${months}`);
    expect(
      body.searchKeywordsCounts.map(({ searchKeyword }: { searchKeyword: string }) => searchKeyword),
    ).toContain('bakery wexcombe');
    for (const { insightsValue } of body.searchKeywordsCounts)
      expect(insightsValue).toEqual(
        'value' in insightsValue ? { value: expect.stringMatching(/^\d+$/) } : { threshold: '15' },
      );
    expect((await performance('GET', path)).status).toBe(400);
    expect((await performance('GET', `${path}?${months}&pageSize=1`)).body).toMatchObject({
      searchKeywordsCounts: [expect.anything()],
      nextPageToken: expect.any(String),
    });
  });

  it('says the words that were set for a month', async () => {
    google.world.setKeywords({
      location: '4200000000000000103',
      month: '2026-04',
      words: { bread: 40, 'late bread': 14 },
    });
    const months =
      'monthlyRange.startMonth.year=2026&monthlyRange.startMonth.month=4&monthlyRange.endMonth.year=2026&monthlyRange.endMonth.month=4';
    const { body } = await performance('GET', `${place}/searchkeywords/impressions/monthly?${months}`);
    expect(body.searchKeywordsCounts).toEqual([
      { searchKeyword: 'bread', insightsValue: { value: '40' } },
      { searchKeyword: 'late bread', insightsValue: { threshold: '15' } },
    ]);
  });

  it('counts as late as it is set to, corrects later, and refuses a range that is too long', async () => {
    const location = '4200000000000000103';
    const metric = 'WEBSITE_CLICKS';
    const said = () => google.world.metrics({ location, metric, from: '2026-06-01', to: '2026-06-20' });
    const before = said();
    google.configure({ metricsDelayDays: 5, correctedDays: 10 });
    const late = said();
    const days = Object.keys(before);
    expect(days.filter((day) => late[day] === 0 && before[day] !== 0)).toEqual(['2026-06-16', '2026-06-17']);
    const corrected = days.filter((day) => late[day] !== before[day] && late[day] !== 0);
    expect(corrected.length).toBeGreaterThan(5);
    for (const day of corrected) expect(late[day]).toBeLessThan(before[day]!);
    google.configure({ metricsDays: 30 });
    const range = (from: number) =>
      `dailyMetrics=CALL_CLICKS&dailyRange.startDate.year=2026&dailyRange.startDate.month=${from}&dailyRange.startDate.day=1` +
      '&dailyRange.endDate.year=2026&dailyRange.endDate.month=6&dailyRange.endDate.day=20';
    expect((await daily(range(5))).status).toBe(400);
    expect((await daily(range(6))).status).toBe(200);
    // A later correction. Access tokens end after an hour, so this comes last.
    google.clock.advance(10 * 86_400_000);
    const [first] = corrected;
    expect(said()[first!]).toBe(before[first!]);
  });
});

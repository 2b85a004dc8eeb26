import { lte, or } from 'drizzle-orm';
import type { GoogleSimulator } from 'gbp-simulator';
import { BusinessProfileProviders } from '../../../dist/server/business-profile/business-profile-providers.js';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import { StatisticsReadingsRepository } from '../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { statisticsReadings } from '../../../dist/server/database/statistics.schema.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import type {
  StatisticsSeriesDto,
  KeywordListDto,
  RankingDto,
  StatisticsDto,
} from '../../../dist/server/statistics/statistics.dto.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { ReviewReadingService } from '../../../dist/server/reviews/reading/review-reading.service.js';
import { type SignedInClient, startTestApp, type TestApp } from '../app.ts';
import { googleEnv } from '../google/google-connection.ts';
import { withoutGoogleLimits } from '../google/google-limits.ts';
import { startSimulator } from '../google/google-simulator.ts';
import { connectWithPlaces, placesRead } from '../google/places-read.ts';
import { untilSeen } from '../until.ts';
import { workOff } from '../due-work.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A server with a Google simulator of its own, which reads statistics only when a test asks for it. */
export interface StatisticsSetting {
  google: GoogleSimulator;
  served: TestApp;
  /** Somebody whose Business Profile is connected, and whose locations are known. */
  connected(email: string): Promise<SignedInClient>;
  /** A further process on the same database, which reads statistics on its own; to be closed before this. */
  replica(): Promise<TestApp>;
  /** Reads what is due of statistics and of search words. */
  readStatistics(): Promise<void>;
  /** Reads what is due of statistics, and leaves search words for later: of many locations they take long. */
  readDays(): Promise<void>;
  /** Reads the reviews of all locations. */
  readReviews(client: SignedInClient): Promise<void>;
  /** Reads the locations once more. */
  readPlaces(client: SignedInClient): Promise<void>;
  /** Lets time pass for the server and Google. Sessions go on. */
  pass(days: number): Promise<void>;
  /** The day so many days ago, by UTC. */
  day(daysAgo: number): string;
  statistics(client: SignedInClient, query?: string): Promise<StatisticsDto>;
  ranking(client: SignedInClient, query?: string): Promise<RankingDto>;
  words(client: SignedInClient, query?: string): Promise<KeywordListDto>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startStatistics(): Promise<StatisticsSetting> {
  const google = await startSimulator();
  const env = googleEnv(google);
  const served = await startTestApp(env);
  Object.assign(served.app.get(GoogleTimeouts), { pauseMs: 1 });
  withoutGoogleLimits(google, served.app);
  await served.app.get(IntervalTasks).onModuleDestroy();
  let passed = 0;
  const get = async (client: SignedInClient, path: string): Promise<unknown> =>
    (await client.send('get', path).expect(200)).body;
  const setting: StatisticsSetting = {
    google,
    served,
    async connected(email) {
      const client = await served.signUp();
      await connectWithPlaces(client, email);
      return client;
    },
    replica: () => startTestApp(env, served),
    async readDays() {
      await served.app.get(StatisticsReadingsRepository).addNew(served.clock.now());
      await served.database.executeSql(
        "update metric_readings set words_next_at = next_at + interval '1 year'",
      );
      await setting.readStatistics();
    },
    async readStatistics() {
      const { nextAt, wordsNextAt } = statisticsReadings;
      const now = served.clock.now();
      const dispatcher = served.app.get(StatisticsDispatcher);
      await dispatcher.takeUp();
      // One look takes up a part.
      do await workOff(dispatcher);
      while (
        await served.database.orm.$count(statisticsReadings, or(lte(nextAt, now), lte(wordsNextAt, now)))
      );
    },
    async readPlaces(client) {
      await untilSeen('the beginning of a reading', async () => {
        const { body } = await client.send('post', '/api/mirror').expect(202);
        return (body as { isReading: boolean }).isReading;
      });
      await placesRead(client);
    },
    async readReviews(client) {
      const { owner } = await served.app.get(BusinessProfileProviders).sourceOf(client.uid);
      const own = { workspaceId: owner.workspaceId, subject: owner.subject ?? '' };
      await served.app.get(ReviewReadingService).readDue(own, new AbortController().signal);
    },
    async pass(days) {
      served.clock.advance({ days });
      google.clock.advance(days * DAY_MS);
      passed += days;
      await served.database.executeSql(
        "update sessions set last_seen_at = last_seen_at + $1 * interval '1 day', ends_at = ends_at + $1 * interval '1 day'",
        [days],
      );
    },
    day: (daysAgo) => new Date(served.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10),
    statistics: async (client, query = '') => (await get(client, `/api/statistics${query}`)) as StatisticsDto,
    ranking: async (client, query = '') =>
      (await get(client, `/api/statistics/locations${query}`)) as RankingDto,
    words: async (client, query = '') =>
      (await get(client, `/api/statistics/keywords${query}`)) as KeywordListDto,
    async reset() {
      await served.database.orm.delete(googleConnections);
      await served.database.executeSql(
        'truncate metric_readings, metric_totals, keyword_totals, metric_watermarks cascade',
      );
      google.reset();
      google.clock.advance(passed * DAY_MS);
      withoutGoogleLimits(google, served.app);
    },
    async close() {
      await served.close();
      await google.close();
    },
  };
  return setting;
}

/** The numbers of a statistic by the first day of their period. */
export function pointsOf({ metrics }: StatisticsDto, metric: StatisticsSeriesDto['metric']) {
  const series = metrics.find((each) => each.metric === metric);
  return new Map(series?.points.map(({ from, value }) => [from, value]));
}

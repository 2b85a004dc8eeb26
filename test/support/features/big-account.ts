import { eq } from 'drizzle-orm';
import type { Database } from '../../../dist/server/database/database.js';
import type { GoogleLocation } from '../../../dist/server/business-profile/translation/google-types.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import {
  mirrorAccounts,
  mirrorImports,
  mirrorLocations,
} from '../../../dist/server/database/mirror.schema.js';
import { statisticsReadings } from '../../../dist/server/database/statistics.schema.js';
import { toMirrorRow } from '../../../dist/server/business-profile/mirror/mirror-row.js';
import { sumWeeks } from '../../../dist/server/statistics/reading/statistics-weeks.js';

/** Whose places and posts. */
interface BigOwner {
  uid: string;
  subject: string;
}

const HOUR_MS = 60 * 60_000;
const AT_A_TIME = 1000;
/** As many as one statement makes within its time, also on a busy machine. */
const POSTS_AT_A_TIME = 10_000;
const KINDS = ['Bakery', 'Café', 'Books', 'Dental', 'Cycles', 'Hotel', 'Pharmacy', 'Florist'];
const STREETS = ['Market Square', 'High Street', 'Station Road', 'Mill Lane', 'Quay Side', 'Bridge End'];
const TOWNS = ['Ashbourne', 'Leeds', 'Sheffield', 'York', 'Whitby', 'Hull', 'Durham', 'Ripon', 'Otley'];
const WORDS =
  'sourdough fresh from the oven at eight every day come and taste our rye loaf with seeds or the cardamom bun'.split(
    ' ',
  );

/** Connects a user to a Google account whose places have just been read, in two groups. Its grant can fetch nothing. */
export async function addPlaces(
  { orm }: Database,
  { uid, subject }: BigOwner,
  count: number,
  now: Date,
): Promise<void> {
  const owner = { uid, workspaceId: uid, subject };
  await orm.insert(googleConnections).values({
    ...owner,
    id: '00000000-0000-4000-8000-000000000000',
    email: 'owner@example.com',
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    refreshToken: 'AA==',
    keyName: 'k1',
    state: 'connected',
    connectedAt: now,
    updatedAt: now,
  });
  const read = { importId: 1, startedAt: now, endedAt: now, asOf: now, accountsTotal: 2 };
  await orm
    .insert(mirrorImports)
    .values({ ...owner, ...read, nextAt: new Date(now.getTime() + 1000 * HOUR_MS) });
  await orm.insert(mirrorAccounts).values(
    [0, 1].map((position) => ({
      ...owner,
      id: `group-${position}`,
      position,
      data: { name: `accounts/group-${position}`, accountName: `Group ${position}`, type: 'LOCATION_GROUP' },
      importId: 1,
    })),
  );
  const rows = Array.from({ length: count }, (_, number) => ({
    ...owner,
    ...toMirrorRow(placeAt(number)),
    accountId: `group-${number % 2}`,
    id: `place-${number}`,
    isPrimary: true,
    state: number % 50 === 0 ? ('UNVERIFIED' as const) : ('VERIFIED' as const),
    importId: 1,
    readAt: now,
  }));
  for (let from = 0; from < count; from += AT_A_TIME)
    await orm.insert(mirrorLocations).values(rows.slice(from, from + AT_A_TIME));
}

function placeAt(number: number): GoogleLocation {
  const [kind, street, town] = [KINDS, STREETS, TOWNS].map((words) => words[number % words.length]);
  const hours = { openTime: { hours: 9 }, closeTime: { hours: 17, minutes: 30 } };
  return {
    name: `locations/place-${number}`,
    title: `Hearth & Crumb ${kind} ${number}`,
    storeCode: `HC-${number}`,
    storefrontAddress: {
      addressLines: [`${number % 200} ${street}`],
      locality: town,
      postalCode: `DE${number % 90} 1ES`,
      regionCode: 'GB',
    },
    phoneNumbers: { primaryPhone: `+44 1632 96${String(number % 10_000).padStart(4, '0')}` },
    websiteUri: `https://hearthandcrumb.example.com/${number}`,
    categories: {
      primaryCategory: { name: 'categories/gcid:bakery', displayName: 'Bakery' },
      additionalCategories: [
        { name: 'categories/gcid:cafe', displayName: 'Cafe' },
        { name: 'categories/gcid:cake_shop', displayName: 'Cake shop' },
      ],
    },
    regularHours: {
      periods: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map((day) => ({
        openDay: day,
        closeDay: day,
        ...hours,
      })),
    },
  };
}

/**
 * Fills a calendar: so many posts, as far apart as given, the last tenth still to come, of the others one in a hundred
 * failed. Each text holds its number, and a place has a post in turn.
 */
export async function addPosts(
  database: Database,
  { uid, subject }: BigOwner,
  { count, places, everyMs }: { count: number; places: number; everyMs: number },
  now: Date,
): Promise<void> {
  for (let from = 0; from < count; from += POSTS_AT_A_TIME)
    await database.executeSql(
      `insert into posts (id, workspace_id, source, subject, account_id, location_id, location_name, time_zone, post_type, body,
       publish_at, status, published_at, error_details, created_at, updated_at, google_name)
     select gen_random_uuid(), $1, 'google', $2, 'group-' || n % 2, 'place-' || n % $3::int,
       'Hearth & Crumb ' || ($4::text[])[n % 8 + 1] || ' ' || n % $3::int, 'Europe/London', 'CALL_TO_ACTION',
       jsonb_build_object('languageCode', 'en-US', 'topicType', 'CALL_TO_ACTION',
         'summary', (select string_agg(($5::text[])[1 + (n * 7 + k * 13 + n / 31 * k) % 20], ' ')
                     from generate_series(1, 30) k) || ' No. ' || n,
         'callToAction', jsonb_build_object('actionType', 'LEARN_MORE', 'url', 'https://example.com/offers/' || n)),
       due, status, case status when 'PUBLISHED' then due end,
       case status when 'FAILED' then 'Google refused the text because it contains a phone number.' end,
       due - interval '30 days', due, case status when 'PUBLISHED' then $1 || '/' || n end
     from (
       select n, $6::timestamptz + (n - $7::int * 0.9 + 0.5) * $8::float8 * interval '1 ms' as due,
         case when n >= $7::int * 0.9 then 'SCHEDULED' when n % 100 = 0 then 'FAILED' else 'PUBLISHED' end as status
       from generate_series($9::int, least($9::int + $10::int, $7::int) - 1) n) post`,
      [uid, subject, places, KINDS, WORDS.slice(0, 20), now, count, everyMs, from, POSTS_AT_A_TIME],
    );
}

/**
 * So many reviews, as far apart as given, the last one now; a third of them has a reply, and some of these are rejected. Each
 * text holds its number, and a place has a review in turn.
 */
export async function addReviews(
  database: Database,
  { uid, subject }: BigOwner,
  { count, places, everyMs }: { count: number; places: number; everyMs: number },
  now: Date,
): Promise<void> {
  await database.executeSql(
    `insert into review_readings (workspace_id, subject, location_id, account_id, location_name, average_rating, total,
       whole_at, whole_due_at, news_due_at)
     select $1, $2, 'place-' || n, 'group-' || n % 2, 'Hearth & Crumb ' || n, 4.2, $3::int / $4::int,
       $5::timestamptz, $5::timestamptz + interval '1 year', $5::timestamptz + interval '1 year'
     from generate_series(0, $4::int - 1) n`,
    [uid, subject, count, places, now],
  );
  for (let from = 0; from < count; from += POSTS_AT_A_TIME)
    await database.executeSql(
      `insert into reviews (id, workspace_id, subject, account_id, location_id, google_id, google_name, stars, comment,
         original, reviewer_name, is_anonymous, media, created_at, updated_at, reply_text, reply_updated_at, reply_state,
         first_seen_at, first_answered_at, read_at, reading_no, tab, position, search_text)
       select gen_random_uuid(), $1, $2, 'group-' || n % 2, 'place-' || n % $3::int, 'review-' || n,
         'accounts/group-' || n % 2 || '/locations/place-' || n % $3::int || '/reviews/review-' || n, n % 5 + 1, words, words,
         'Reviewer ' || n, false, '[]', made, made, case when tab <> 'UNANSWERED' then 'Thank you!' end,
         case when tab <> 'UNANSWERED' then made + interval '1 day' end,
         case tab when 'ANSWERED' then 'PUBLIC' when 'REJECTED' then 'REJECTED' end,
         made, case tab when 'ANSWERED' then made + interval '1 day' end, $4::timestamptz, 1, tab,
         ((case tab when 'ANSWERED' then 1 else 0 end * 10 + case when words is null then 1 else 0 end) * 10 + n % 5 + 1)
           * 10000000000000::bigint + 9999999999999 - (extract(epoch from made) * 1000)::bigint,
         lower(coalesce(words, '')) || ' reviewer ' || n
       from (
         select n, $4::timestamptz - ($5::int - 1 - n) * $6::float8 * interval '1 ms' as made,
           case when n % 10 = 0 then 'REJECTED' when n % 3 = 0 then 'ANSWERED' else 'UNANSWERED' end as tab,
           case when n % 7 > 0 then (select string_agg(($7::text[])[1 + (n * 7 + k * 13 + n / 31 * k) % 20], ' ')
             from generate_series(1, 30) k) || ' No. ' || n end as words
         from generate_series($8::int, least($8::int + $9::int, $5::int) - 1) n) review`,
      [uid, subject, places, now, count, everyMs, WORDS.slice(0, 20), from, POSTS_AT_A_TIME],
    );
}

/**
 * Fills a change log: so many lines, as far apart as given, the last one now; half of them of the public's view, by
 * Google, and of the others one in three made elsewhere.
 */
export async function addChanges(
  database: Database,
  { uid, subject }: BigOwner,
  { count, places, everyMs }: { count: number; places: number; everyMs: number },
  now: Date,
): Promise<void> {
  await database.executeSql(
    `insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, before, after,
       origin, state, at, search_text)
     select gen_random_uuid(), $1, $2, 'group-' || n % 2, 'place-' || n % $3::int, name, 'websiteUri',
       case when n % 2 = 0 then 'public' else 'owner' end, to_jsonb('https://example.com/' || n - 1),
       to_jsonb('https://example.com/' || n),
       case when n % 2 = 0 then 'google' when n % 3 = 0 then 'elsewhere' else 'here' end, 'public',
       $5::timestamptz - ($6::int - 1 - n) * $7::float8 * interval '1 ms', lower(name) || E'\n' || 'https://example.com/' || n
     from (select n, 'Hearth & Crumb ' || ($4::text[])[n % 8 + 1] || ' ' || n % $3::int as name
           from generate_series(0, $6::int - 1) n) line`,
    [uid, subject, places, KINDS, now, count, everyMs],
  );
}

/** Adds statistics of all locations, of so many days until three days ago, with their sums, and 30 search words of two months. */
export async function addStatistics(
  database: Database,
  { uid, subject }: BigOwner,
  { places, days }: { places: number; days: number },
  now: Date,
): Promise<void> {
  const metrics =
    'desktop_maps, desktop_search, mobile_maps, mobile_search, directions, calls, website_clicks, bookings, menu_clicks';
  await database.executeSql(
    `insert into metric_readings (id, workspace_id, subject, location_id, counted_until, has_series, read_at, whole_at, next_at,
       words_next_at)
     select gen_random_uuid(), $1, $2, 'place-' || n, ($3::timestamptz - interval '3 days')::date, true, $3, $3,
       $3::timestamptz + interval '1 year', $3::timestamptz + interval '1 year'
     from generate_series(0, $4::int - 1) n`,
    [uid, subject, now, places],
  );
  // As many as one statement makes within its time, also on a busy machine.
  for (let from = 0; from < places; from += AT_A_TIME)
    await database.executeSql(
      `insert into metric_days (reading_id, day, ${metrics})
       select id, ($3::timestamptz - interval '3 days')::date - d, 12 + d % 5, 34, 58 + d % 7, 71, 6, d % 4, 5, 0, 0
       from metric_readings, generate_series(0, $4::int - 1) d
       where workspace_id = $1 and subject = $2 and location_id in
         (select 'place-' || n from generate_series($5::int, $5::int + $6::int - 1) n)`,
      [uid, subject, now, days, from, AT_A_TIME],
    );
  await sumAllWeeks(database, uid);
  for (const month of [1, 2]) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1));
    await database.executeSql(
      `with read as (
         insert into keyword_readings (reading_id, month, read_at)
         select id, $3::date, $4 from metric_readings where workspace_id = $1 and subject = $2
         returning reading_id)
       insert into keyword_months (reading_id, month, word, value, threshold)
       select reading_id, $3::date, case when n < 10 then 'bakery ' || n else left(reading_id::text, 3) || ' ' || n end,
         case when n % 3 > 0 then 15 + n end, case when n % 3 = 0 then 15 end
       from read, generate_series(1, 30) n`,
      [uid, subject, first.toISOString().slice(0, 10), now],
    );
  }
  await database.executeSql(
    `insert into keyword_totals (workspace_id, subject, month, word, threshold, value, locations)
     select $1, $2, month, word, coalesce(threshold, -1), coalesce(sum(value), 0), count(*)
     from keyword_months join metric_readings on id = reading_id where workspace_id = $1 and subject = $2
     group by month, word, threshold`,
    [uid, subject],
  );
  const columns = metrics.split(', ');
  await database.executeSql(
    `insert into metric_totals (workspace_id, subject, day, ${metrics}, ${columns.map((name) => `${name}_known`).join()})
     select $1, $2, day, ${columns.map((name) => `sum(${name})`).join()}, ${columns.map((name) => `count(${name})`).join()}
     from metric_days join metric_readings on id = reading_id where workspace_id = $1 and subject = $2 group by day`,
    [uid, subject],
  );
}

/** Adds up the weeks of all locations of a person, as the server does for one after the other. */
async function sumAllWeeks(database: Database, uid: string): Promise<void> {
  const { id, workspaceId } = statisticsReadings;
  const readings = await database.orm.select({ id }).from(statisticsReadings).where(eq(workspaceId, uid));
  const ids = readings.map((reading) => reading.id);
  for (let from = 0; from < ids.length; from += AT_A_TIME)
    await sumWeeks(database.orm, ids.slice(from, from + AT_A_TIME));
}

/** Adds a webhook, and so many notices of one event, all read and delivered, an hour apart. */
export async function addNotices(
  database: Database,
  { uid }: BigOwner,
  count: number,
  now: Date,
): Promise<void> {
  await database.executeSql(
    `with channel as (
       insert into notice_channels (id, workspace_id, kind, target, secret, key_name, kinds, schedule, is_on, on_since,
         created_at, updated_at)
       values (gen_random_uuid(), $1, 'webhook', 'encrypted', 'encrypted', 'key', array['post_failed'], 'now', true, $3,
         $3, $3)
       returning id),
     made as (
       insert into notices (id, workspace_id, kind, cause, first_at, last_at, open_until, events, read_at, told_events)
       select gen_random_uuid(), $1, 'post_failed', 'Cause ' || n, at, at, at, 1, at, 1
       from (select n, $3::timestamptz - n * interval '1 hour' as at from generate_series(1, $2::int) n) line
       returning *),
     noted as (
       insert into notice_events (id, workspace_id, kind, key, cause, subject, at, notice_id, place)
       select gen_random_uuid(), $1, kind, cause, cause, '{}', last_at, id, 1 from made)
     insert into notice_deliveries (id, workspace_id, channel_id, kind, content, state, attempt, created_at, ended_at)
     select gen_random_uuid(), $1, (select id from channel), 'notice', '{"notices": []}', 'delivered', 1, last_at, last_at
     from made`,
    [uid, count, now],
  );
}

/** What a database does by itself some time after so much was written: knows what there is. */
export async function settle(database: Database): Promise<void> {
  for (const table of [
    'posts',
    'mirror_locations',
    'mirror_accounts',
    'profile_changes',
    'notices',
    'notice_events',
    'notice_deliveries',
    'reviews',
    'review_readings',
    'metric_readings',
    'metric_days',
    'metric_weeks',
    'metric_totals',
    'keyword_readings',
    'keyword_months',
    'keyword_totals',
  ]) {
    // Only what is surely written down counts as seen by all, the end of the vacuum before it too, and a database for
    // tests takes its time for that.
    await database.executeSql(
      'begin; set local synchronous_commit = on; create table settled (); drop table settled; commit',
    );
    await database.executeSql(`vacuum analyze ${table}`);
  }
}

import { request } from 'node:http';
import {
  type BigAccounts,
  largestWithStatistics,
  type Size,
  SIZES,
  startBigAccounts,
} from './big-accounts-setting.ts';
import { browserRows } from './big-accounts-browser.ts';
import { leaveFirstCore } from '../pinned-process.ts';
import { atMost, type Bench, quantile, type Row, stated } from '../row.ts';

/** What the server must answer the first part of a list within (ms), at the 95th of a hundred. */
const FIRST_PART_MS = 50;
/** What the server must answer a year of statistics of many locations within (ms). */
const STATISTICS_MS = 300;
/** The same of compared locations and of search words. */
const COMPARED_MS = 500;
const REQUESTS_A_ROUND = 60;
const YEAR = `from=${dayAgo(365)}&to=${dayAgo(1)}`;

interface Question {
  name: string;
  what: string;
  /** Whether the largest account must have its answer in time. */
  limited: boolean;
  /** Within how long (ms); as the first part of a list, unless given. */
  withinMs?: number;
  path: (number: number) => string;
  /** Whether it is about statistics, a year of which is there. */
  ofStatistics?: boolean;
  /** The question before it that it is compared with: the same of as many posts. */
  beside?: string;
}

/** What is asked for, one after the other, as one person does. */
const QUESTIONS: Question[] = [
  { name: 'places', what: 'first page of locations', limited: true, path: () => '/api/locations' },
  {
    name: 'place-search',
    what: 'locations found by what is typed, letter by letter',
    limited: true,
    path: (number) => `/api/locations?search=${encodeURIComponent(typed('market square', number))}`,
  },
  {
    name: 'posts',
    what: 'first page of posts with the counts of the tabs',
    limited: true,
    path: () => '/api/posts',
  },
  {
    name: 'failed-posts',
    what: 'first page of the tab Failed',
    limited: true,
    path: () => '/api/posts?status=FAILED',
  },
  {
    name: 'post-search',
    what: 'posts found by what is typed, letter by letter',
    limited: false,
    path: (number) => `/api/posts?search=${encodeURIComponent(typed('rye loaf', number))}`,
  },
  {
    name: 'changes',
    what: 'first page of the change log with the counts of the tabs',
    limited: true,
    path: () => '/api/changes',
    beside: 'posts',
  },
  {
    name: 'change-search',
    what: 'changes found by what is typed, letter by letter',
    limited: false,
    path: (number) => `/api/changes?search=${encodeURIComponent(typed('florist', number))}`,
    beside: 'post-search',
  },
  {
    name: 'reviews',
    what: 'first page of reviews with the counts of the tabs',
    limited: true,
    path: () => '/api/reviews',
    beside: 'posts',
  },
  {
    name: 'review-search',
    what: 'reviews found by what is typed, letter by letter',
    limited: false,
    path: (number) => `/api/reviews?search=${encodeURIComponent(typed('rye loaf', number))}`,
    beside: 'post-search',
  },
  {
    name: 'month',
    what: 'the posts of six weeks, whole',
    limited: false,
    path: (number) => `/api/posts?limit=1000&from=${daysFromNow(-42 - number)}&to=${daysFromNow(-number)}`,
  },
  {
    name: 'figures',
    what: 'figures of all locations, a year by week, compared with the one before',
    limited: true,
    withinMs: STATISTICS_MS,
    ofStatistics: true,
    path: () => `/api/statistics?${YEAR}&by=week&compare=before`,
  },
  {
    name: 'figures-of-one',
    what: 'figures of one location, a year by day',
    limited: true,
    ofStatistics: true,
    path: (number) => `/api/statistics?${YEAR}&locationIds=place-${number % 10}`,
  },
  {
    name: 'figures-of-account',
    what: 'figures of an account with half of the locations, a year by week',
    limited: true,
    withinMs: STATISTICS_MS,
    ofStatistics: true,
    path: () => `/api/statistics?${YEAR}&by=week&accountId=group-1`,
  },
  {
    name: 'search-words',
    what: 'search words of all locations in a month, 30 of each, beside the month before',
    limited: true,
    withinMs: COMPARED_MS,
    ofStatistics: true,
    path: () => '/api/statistics/keywords?limit=50',
  },
  {
    name: 'month-ranking',
    what: 'locations that have lost calls in four weeks',
    limited: true,
    withinMs: COMPARED_MS,
    ofStatistics: true,
    path: () => '/api/statistics/locations?metric=CALLS&order=fallen&limit=20',
  },
  {
    name: 'ranking',
    what: 'locations by calls in a year',
    limited: true,
    withinMs: COMPARED_MS,
    ofStatistics: true,
    path: () => `/api/statistics/locations?${YEAR}&metric=CALLS&limit=20`,
  },
  { name: 'overview', what: 'the counters of the overview', limited: true, path: () => '/api/overview' },
];

/** Accounts of 10, 1,000 and 10,000 places on both databases: how long answers take, and how it grows. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const all: Row[] = [];
  for (const store of ['postgres', 'pglite'] as const) {
    const accounts = await startBigAccounts(bench, store);
    for (const size of SIZES)
      for (const question of QUESTIONS)
        if (!question.ofStatistics || size <= largestWithStatistics(store))
          all.push(await answerRow(bench, accounts, size, question, all));
    all.push(
      stated({
        name: `big-accounts/memory-${store}`,
        what: `memory of the server on ${store} after that`,
        ours: accounts.server.memory(),
        unit: 'MB',
      }),
    );
    all.push(...(await browserRows(bench, accounts)));
    await accounts.server.stop();
  }
  return all;
}

async function answerRow(
  { rounds }: Bench,
  { origin, cookies, store }: BigAccounts,
  size: Size,
  { name, what, limited, withinMs = FIRST_PART_MS, path, ofStatistics, beside }: Question,
  before: Row[],
): Promise<Row> {
  const nameOf = (question: string) => `big-accounts/${question}-${size}-${store}`;
  const posts = before.find((row) => beside !== undefined && row.name === nameOf(beside));
  const times: number[] = [];
  // The first learns who asks.
  await timeOf(origin, path(0), cookies[size]);
  for (let number = 0; number < rounds * REQUESTS_A_ROUND; number++)
    times.push(await timeOf(origin, path(number), cookies[size]));
  const row = {
    name: nameOf(name),
    what: `${what}, ${size} places, ${store}, p95`,
    ours: quantile(times, 0.95),
    unit: 'ms',
    ...(posts && { peer: { what: 'as many posts', value: posts.ours } }),
  };
  const largest = ofStatistics ? largestWithStatistics(store) : SIZES.at(-1);
  return limited && size === largest ? atMost(withinMs, row) : stated(row);
}

/** How long the whole answer takes to come (ms). */
async function timeOf(origin: string, path: string, cookie: string): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    request(new URL(path, origin), { headers: { Cookie: cookie } }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${path} answered ${answer.statusCode}`));
      });
    })
      .once('error', reject)
      .end();
  });
  return performance.now() - began;
}

/** One letter after the other, then from the start again. */
function typed(text: string, number: number): string {
  return text.slice(0, 1 + (number % text.length));
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

function daysFromNow(days: number): string {
  return encodeURIComponent(new Date(Date.now() + days * 24 * 60 * 60_000).toISOString());
}

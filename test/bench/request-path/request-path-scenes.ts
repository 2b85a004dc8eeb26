import type { Request } from 'autocannon';
import type { Person } from './request-path-people.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How many different posts each person schedules before they begin again. */
const POSTS_EACH = 60;
const PLACES = ['sample-101', 'sample-102', 'sample-301', 'sample-302', 'sample-401', 'sample-402'];

const SUMMARY =
  'Join us for an evening around the big oven: three breads, two soups and the last apples of the year. ' +
  'We bake together from six, eat at eight, and everybody takes a loaf home. Children are welcome; aprons are here.';

/** What people ask for in each scene, one request or several of each of them. */
export const SCENES = {
  /** Who am I: needs no query of its own. */
  session: (people) => people.map((person) => get(person, '/api/auth/session')),
  /** One sample location. */
  location: (people) => people.map((person) => get(person, '/api/locations/sample-101')),
  /** Scheduling an event with everything that an event has, at many places and times. */
  post: (people) => posts(people),
} satisfies Record<string, (people: Person[]) => Request[]>;

export type SceneName = keyof typeof SCENES;

function get(person: Person, path: string): Request {
  return { method: 'GET', path, headers: headersOf(person) };
}

function posts(people: Person[]): Request[] {
  return Array.from({ length: POSTS_EACH }, (_, number) =>
    people.map((person, place) => post(person, number * people.length + place)),
  ).flat();
}

function post(person: Person, number: number): Request {
  const start = new Date(Date.now() + (2 + (number % 360)) * DAY_MS);
  const date = { year: start.getUTCFullYear(), month: start.getUTCMonth() + 1, day: start.getUTCDate() };
  const body = {
    locationId: PLACES[number % PLACES.length],
    publishAt: new Date(start.getTime() - DAY_MS).toISOString(),
    timeZone: 'Europe/London',
    postBody: {
      languageCode: 'en-US',
      summary: `${SUMMARY} Evening number ${number}.`,
      topicType: 'EVENT',
      event: {
        title: `Harvest evening ${number}`,
        schedule: {
          startDate: date,
          startTime: { hours: 18, minutes: 0 },
          endDate: date,
          endTime: { hours: 22, minutes: 30 },
        },
      },
    },
  };
  const headers = { ...headersOf(person), 'Content-Type': 'application/json' };
  return { method: 'POST', path: '/api/posts', headers, body: JSON.stringify(body) };
}

/** As a browser sends them. */
function headersOf({ host, cookie }: Person): Record<string, string> {
  return {
    Host: host,
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'en-GB,en;q=0.9',
    'Sec-Fetch-Site': 'same-origin',
    'User-Agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    Cookie: cookie,
  };
}

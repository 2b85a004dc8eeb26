// A Google that answers at once, in a process of its own: it gives an access token to anybody, takes every post as
// live, and has the same figures for every location. The simulator does far more for a call; the less is done here, the more our own part counts. On its channel it
// is asked when it has taken posts since it was last asked (ms since 1970).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the process tells when it serves. */
export interface GoogleReady {
  origin: string;
}

/** Two series with a value on each of 31 days, whichever are asked for. */
const FIGURES = {
  multiDailyMetricTimeSeries: [
    {
      dailyMetricTimeSeries: ['CALL_CLICKS', 'BUSINESS_IMPRESSIONS_MOBILE_MAPS'].map((dailyMetric) => ({
        dailyMetric,
        timeSeries: {
          datedValues: Array.from({ length: 31 }, (_, index) => {
            const day = new Date(Date.now() - (index + 3) * 24 * 60 * 60_000);
            const date = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
            return { date, value: String(index) };
          }),
        },
      })),
    },
  ],
};

let taken: number[] = [];
let made = 0;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(answer(request.url ?? '', body)));
  });
});

process.on('message', () => {
  process.send?.(taken);
  taken = [];
});
// Whoever has started this process is gone, however it went.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `http://127.0.0.1:${port}` } satisfies GoogleReady);
});

/** Without a body it is somebody who wants to know Google's time, and lists posts. */
function answer(path: string, body: string): object {
  if (path === '/token') return { access_token: 'a-token', expires_in: 3600, token_type: 'Bearer' };
  if (path.startsWith('/performance/')) return FIGURES;
  return body === '' ? {} : takePost(path, body);
}

function takePost(path: string, body: string): object {
  taken.push(Date.now());
  made += 1;
  const name = `${path.slice('/v4/'.length)}/post-${made}`;
  const times = { createTime: new Date().toISOString(), updateTime: new Date().toISOString() };
  const seen = { state: 'LIVE', searchUrl: `https://local.google.com/place?id=1&lpsid=${made}` };
  return { ...(JSON.parse(body) as object), ...times, ...seen, name };
}

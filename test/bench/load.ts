import autocannon, { type Request } from 'autocannon';

const CONNECTIONS = 50;

/** As the value of a header: another one in each request. */
export const UNIQUE = '[<id>]';

/** How long load lasts, or how much it is. */
export type Extent = { seconds: number } | { requests: number };

/**
 * Asks over and over on 50 connections, each of which has a share of the requests for its own.
 * @returns answers a second
 * @throws Error when an answer is no success
 */
export async function load(origin: string, requests: Request[], extent: Extent): Promise<number> {
  let connection = 0;
  const began = performance.now();
  let endedAt = began;
  const running = autocannon({
    url: origin,
    connections: CONNECTIONS,
    idReplacement: requests.some(({ headers = {} }) => Object.values(headers).includes(UNIQUE)),
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
    setupClient: (client) => {
      const first = connection++;
      const own = requests.filter((_, index) => index % CONNECTIONS === first % CONNECTIONS);
      client.setRequests(own.length > 0 ? own : [requests[first % requests.length] as Request]);
    },
  });
  // It ends with a whole second, long after the last answer where it is told how many there shall be.
  if ('requests' in extent) running.on('response', () => (endedAt = performance.now()));
  const result = await running;
  const { non2xx, errors, timeouts } = result;
  const duration = 'requests' in extent ? (endedAt - began) / 1000 : result.duration;
  if (non2xx + errors + timeouts > 0 || result['2xx'] === 0)
    throw new Error(`${origin}: ${non2xx} refused, ${errors} broken off, ${timeouts} unanswered`);
  return result['2xx'] / duration;
}

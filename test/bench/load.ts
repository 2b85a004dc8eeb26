import autocannon, { type Request } from 'autocannon';

const CONNECTIONS = 50;

/**
 * Asks over and over on 50 connections, each of which has a share of the requests for its own.
 * @returns answers a second
 * @throws Error when an answer is no success
 */
export async function load(
  origin: string,
  requests: Request[],
  { seconds }: { seconds: number },
): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const first = connection++;
      const own = requests.filter((_, index) => index % CONNECTIONS === first % CONNECTIONS);
      client.setRequests(own.length > 0 ? own : [requests[first % requests.length] as Request]);
    },
  });
  const { non2xx, errors, timeouts } = result;
  if (non2xx + errors + timeouts > 0 || result['2xx'] === 0)
    throw new Error(`${origin}: ${non2xx} refused, ${errors} broken off, ${timeouts} unanswered`);
  return result['2xx'] / result.duration;
}

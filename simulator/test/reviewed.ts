import { afterAll, beforeAll, beforeEach } from '../../test/support/jest.ts';
import type { GoogleSimulator, ReviewResource } from 'gbp-simulator';
import { BAKERY, callerOf, connect, startOver, startSimulator } from './support.ts';
import { MARKET_HILL } from '../../test/support/google/tamsins-places.ts';

/** A simulator for the specs of this file, as new before each, and the calls about reviews that its owner makes. */
export function startReviewed() {
  let google: GoogleSimulator;
  let v4: ReturnType<typeof callerOf>;
  beforeAll(async () => {
    google = await startSimulator();
  });
  afterAll(() => google.close());
  beforeEach(async () => {
    ({ v4 } = await startOver(google));
    google.configure({ editsPerMinute: 1000, requestsPerMinute: 1000 });
  });
  const get = async (name: string) => (await v4('GET', `/${name}`)).body as ReviewResource;
  return {
    get google(): GoogleSimulator {
      return google;
    },
    /** From now on somebody else makes the calls. */
    async callAs(email: string): Promise<void> {
      v4 = callerOf(google.addresses.GBP_V4_URL, (await connect(google, email)).access_token);
    },
    v4: (...call: Parameters<typeof v4>) => v4(...call),
    list: async (query = '', location = BAKERY) => (await v4('GET', `/${location}/reviews?${query}`)).body,
    get,
    put: (name: string, body: object | string) => v4('PUT', `/${name}/reply`, body),
    remove: (name: string) => v4('DELETE', `/${name}/reply`),
    add: (more: Partial<Parameters<GoogleSimulator['world']['addReview']>[0]> = {}) =>
      google.world.addReview({ location: MARKET_HILL, stars: 4, comment: 'Good bread.', ...more }),
    replyOf: async (name: string) => (await get(name)).reviewReply,
    setOfMarketHill: () => google.world.reviews({ location: MARKET_HILL })[0]!,
  };
}

import type { Review } from '../../../client/reviews/data/review-types.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { account, list, location } from '../listings/builders.js';
import { details, reviewList, summary } from './builders.js';

/** Opens the reviews of a connected user. Times are those of London. */
export function openReviews(
  reviews: readonly Review[],
  answers: Handlers = {},
  { address = '/dashboard?view=reputation', narrow = false } = {},
) {
  return renderPage(address, {
    narrow,
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/locations/:id': () => location(),
      'GET /api/reviews': ({ query }) =>
        reviewList(
          reviews.filter(({ tab }) => !query['tab'] || query['tab'] === 'ALL' || query['tab'] === tab),
          { counts: reviewList([...reviews]).counts },
        ),
      'GET /api/reviews/:id': ({ params }) => {
        const found = reviews.find(({ id }) => id === params['id']);
        return found ? details(found) : failWith(404, 'not_found', 'The requested resource was not found.');
      },
      'GET /api/reviews/summary': () => summary(),
      'POST /api/reviews/check': () => ({ bytes: 1, limit: 4096, faults: [], warnings: [] }),
      ...answers,
    },
  });
}

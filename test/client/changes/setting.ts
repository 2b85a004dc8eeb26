import type { Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { account, list, location } from '../listings/builders.js';
import { changeList } from './builders.js';

/** Opens the change log of a connected user. Times are those of London. */
export function openLog(answers: Handlers = {}, address = '/dashboard?view=change-log') {
  return renderPage(address, {
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/locations/:id': () => location(),
      'GET /api/locations/:id/stats': () => ({
        from: null,
        to: null,
        profileViews: null,
        searchQueries: null,
        directionRequests: null,
        phoneCalls: null,
      }),
      'GET /api/changes': () => changeList([]),
      ...answers,
    },
  });
}

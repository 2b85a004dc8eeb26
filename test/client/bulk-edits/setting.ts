import { screen, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { MATCHES, matchesOf } from '../campaigns/compose-setting.js';
import { bulkEdit, bulkRow, type BulkEdit, EDIT_ID } from './builders.js';

export const CREATE = 'POST /api/bulk-edits';
export const CHANGE = 'PATCH /api/bulk-edits/:id';
export const READ = 'GET /api/bulk-edits/:id';
export const ROWS = 'GET /api/bulk-edits/:id/rows';
export const VALIDATE = 'POST /api/bulk-edits/:id/validate';
export const CONFIRM = 'POST /api/bulk-edits/:id/confirm';

const VIEW = '/dashboard?view=bulk-edit';

/** Opens an address of the view for a connected person with 30 locations. */
export function openView(query = '', answers: Handlers = {}, edit: () => BulkEdit = bulkEdit) {
  return renderPage(`${VIEW}${query}`, {
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [] }),
      'GET /api/selections': () => ({ items: [] }),
      'GET /api/selections/labels': () => ({ items: [] }),
      [MATCHES]: ({ body }) => matchesOf(body as Schemas['ChosenQueryDto']),
      [CREATE]: () => edit(),
      [CHANGE]: () => edit(),
      [READ]: () => edit(),
      [ROWS]: () => ({ items: [bulkRow()], nextCursor: null }),
      ...answers,
    },
  });
}

/** Opens the second step of a new edit of all 30 locations. */
export async function openChanges(answers: Handlers = {}, edit?: () => BulkEdit) {
  const page = openView('', answers, edit);
  const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
  await page.user.click(await chooser.findByRole('checkbox', { name: 'All 30 locations' }));
  await page.user.click(chooser.getByRole('button', { name: 'Choose 30 locations' }));
  await screen.findByRole('heading', { level: 1, name: 'Change 30 locations' });
  return page;
}

/** Opens the preview of a draft. */
export async function openPreview(edit: () => BulkEdit = bulkEdit, answers: Handlers = {}) {
  const page = openView(`&draft=${EDIT_ID}&step=preview`, answers, edit);
  await screen.findByRole('list', { name: 'Steps' });
  return page;
}

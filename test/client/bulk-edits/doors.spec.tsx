import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answersOfConnected, importing, notConnected } from '../business-profile/builders.js';
import { MATCHES } from '../campaigns/compose-setting.js';
import { setClock } from '../posts/setting.js';
import { list } from '../listings/builders.js';
import { bulkEdit, EDIT_ID } from './builders.js';
import { openView } from './setting.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const heading = (name: string, level = 2) => screen.findByRole('heading', { level, name });

describe('The way to many locations', () => {
  it('is in the palette', async () => {
    const page = openView('', { 'GET /api/locations': () => list([]) });
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await page.user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Search or jump to' }));
    await page.user.type(palette.getByRole('combobox'), 'holiday hours');
    await page.user.click(palette.getByRole('option', { name: /Change many locations/ }));
    expect(page.address()).toBe('/dashboard?view=bulk-edit');
  });

  it('lists the drafts that can be opened again, and deletes them', async () => {
    let items = [bulkEdit(), bulkEdit({ id: EDIT_ID.replace('b1', 'b2'), name: 'New addresses' })];
    const page = openView('', {
      'GET /api/bulk-edits': () => ({ items, isOn: true }),
      'DELETE /api/bulk-edits/:id': ({ params }) => {
        items = items.filter(({ id }) => id !== params['id']);
        return undefined;
      },
    });
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    const drafts = within(screen.getByRole('region', { name: 'Drafts' }));
    expect(drafts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Special hours30 locations, by Robin Baker. Draft, kept until tomorrow 16:40',
      'New addresses30 locations, by Robin Baker. Draft, kept until tomorrow 16:40',
    ]);
    await page.user.click(drafts.getByRole('button', { name: 'Delete the draft New addresses' }));
    await waitFor(() => expect(drafts.getAllByRole('listitem')).toHaveLength(1));
    await page.user.click(drafts.getByRole('link', { name: 'Special hours' }));
    expect(await heading('Change 30 locations', 1)).toBeTruthy();
  });
});

describe('While nothing can be changed', () => {
  it('says on sample data that it opens with a connected profile', async () => {
    openView('', { 'GET /api/auth/gbp-status': () => ({ ...notConnected(), offersPractice: true }) });
    expect(await heading('Change many locations', 1)).toBeTruthy();
    expect(screen.getByText('Connect a Google Business Profile to use it.')).toBeTruthy();
    expect(screen.queryByText('Coming Soon')).toBeNull();
    expect(screen.getByRole('button', { name: 'Try with a practice Google' })).toBeTruthy();
  });

  it('waits for the first reading', async () => {
    openView('', { 'GET /api/mirror': () => importing() });
    expect(await heading('Your locations are being read from Google')).toBeTruthy();
  });

  it('says what is missing without any quota', async () => {
    openView('', answersOfConnected({ state: 'no_quota' }));
    expect(await heading('Nothing can be changed yet')).toBeTruthy();
  });

  it('says that there are no locations', async () => {
    const page = openView('', { [MATCHES]: () => ({ items: [], matched: 0, unknownStoreCodes: [] }) });
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(await heading('No locations yet')).toBeTruthy();
  });

  it('says that it is switched off', async () => {
    openView('', { 'GET /api/bulk-edits': () => ({ items: [], isOn: false }) });
    expect(await heading('Switched off on this server')).toBeTruthy();
  });
});

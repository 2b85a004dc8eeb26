import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { failWith } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { dialog, isClosed, setClock } from '../posts/setting.js';
import { campaign } from './builders.js';
import { openCampaign } from './setting.js';

beforeEach(() => setClock('2026-11-27T08:30:00Z', 'Europe/London'));

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const nameField = () => dialog().getByLabelText<HTMLInputElement>('Name');
const send = () => dialog().getByRole('button', { name: 'Rename' });

describe('Renaming a campaign', () => {
  it('starts with its name and shows the new one, based on the version that was seen', async () => {
    let shown = campaign({ version: 3 });
    const page = await openCampaign(() => shown, undefined, {
      'PATCH /api/campaigns/:id': ({ body }) => {
        shown = campaign({ name: (body as { name: string }).name, version: 4 });
        return shown;
      },
    });
    expect(heading()).toBe('Black Friday: two for one');
    await page.user.click(screen.getByRole('button', { name: 'Rename' }));
    expect(nameField().value).toBe('Black Friday: two for one');
    await page.user.clear(nameField());
    await page.user.type(nameField(), ' Rye week ');
    await page.user.click(send());
    await isClosed();
    await waitFor(() => expect(heading()).toBe('Rye week'));
    expect(page.server.sent('PATCH /api/campaigns/:id').map(({ body }) => body)).toEqual([
      { name: 'Rye week', version: 3 },
    ]);
    expect(messages()).toContain('Campaign renamed.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' }));
  });

  it('says at the field what is wrong, and sends nothing', async () => {
    const page = await openCampaign(campaign());
    await page.user.click(screen.getByRole('button', { name: 'Rename' }));
    await page.user.clear(nameField());
    await page.user.click(send());
    expect(dialog().getByText('Name is required')).toBeTruthy();
    await page.user.click(nameField());
    await page.user.paste('x'.repeat(81));
    await page.user.click(send());
    expect(dialog().getByText('Name must be at most 80 characters')).toBeTruthy();
    expect(page.server.sent('PATCH /api/campaigns/:id')).toEqual([]);
  });

  it('that comes after a change in another tab is refused with its reason, and keeps what was typed', async () => {
    const page = await openCampaign(campaign(), undefined, {
      'PATCH /api/campaigns/:id': () =>
        failWith(
          409,
          'campaign_changed',
          'This campaign was changed somewhere else. Reload it and try again.',
        ),
    });
    await page.user.click(screen.getByRole('button', { name: 'Rename' }));
    await page.user.clear(nameField());
    await page.user.type(nameField(), 'Rye week');
    await page.user.click(send());
    await dialog().findByText('This campaign was changed somewhere else. Reload it and try again.');
    expect(nameField().value).toBe('Rye week');
  });

  it('is not offered for a campaign of another Google account', async () => {
    await openCampaign(campaign({ isOfOtherAccount: true }));
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
  });
});

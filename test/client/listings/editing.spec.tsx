import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failWith, held } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { location } from './builders.js';
import { field, heading, notFound, openForm, SAVE, serverError, textsOf } from './setting.js';

const SUCCESS = 'Location updated successfully!';
const FAILURE = 'Failed to update location. Please try again.';

beforeEach(steerTimers);

const editButton = () => screen.queryByRole('button', { name: 'Edit Details' });

describe('Edit Details', () => {
  it('shows the details as fields and focuses the first', async () => {
    await openForm();
    const values = ['Business name', 'Address', 'Phone number', 'Website'].map((label) => field(label).value);
    expect(values).toEqual([
      'Hearth & Crumb, Market Square',
      '4 Market Square, Ashbourne DE6 1ES',
      '+44 1632 960101',
      'https://hearthandcrumb.example.com/ashbourne',
    ]);
    expect(document.activeElement).toBe(field('Business name'));
    expect(editButton()).toBeNull();
  });

  it('is undone by Cancel, which restores the original values', async () => {
    const { user, fill, server } = await openForm();
    fill('Business name', 'Something else');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(textsOf('heading')[0]).toBe('Hearth & Crumb, Market Square');
    expect(screen.queryByText('Something else')).toBeNull();
    expect(document.activeElement).toBe(editButton());
    await user.click(editButton() as HTMLElement);
    expect(field('Business name').value).toBe('Hearth & Crumb, Market Square');
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('says beside Save that nothing was changed, and stays open', async () => {
    const { save, fill, server } = await openForm();
    await save();
    const words = screen.getByText('Nothing has changed, so there’s nothing to save.');
    const button = screen.getByRole('button', { name: 'Save Changes' });
    expect(words.parentElement?.contains(button)).toBe(true);
    expect(document.activeElement).toBe(button);
    expect(editButton()).toBeNull();
    expect(await screen.findByText('Nothing has changed.')).toBeTruthy();
    fill('Business name', 'Hearth');
    expect(screen.queryByText('Nothing has changed, so there’s nothing to save.')).toBeNull();
    expect(server.sent(SAVE)).toHaveLength(0);
  });
});

describe('Save Changes', () => {
  it('sends only the changed fields', async () => {
    const { fill, save, body, server } = await openForm();
    fill('Business name', '  Hearth & Crumb ');
    fill('Phone number', '');
    await save();
    await until(editButton);
    expect(server.sent(SAVE)[0]?.params).toEqual({ id: 'location-1' });
    expect(body()).toEqual({ name: 'Hearth & Crumb', phoneNumber: null });
  });

  it('shows Saving... and disables the form until the answer arrives', async () => {
    const answer = held<unknown>();
    const { fill, save } = await openForm(location(), { [SAVE]: () => answer.promise });
    fill('Business name', 'Hearth');
    await save();
    const saving = await until(() => screen.queryByRole<HTMLButtonElement>('button', { name: 'Saving...' }));
    expect(saving.disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    expect(field('Business name').matches(':disabled')).toBe(true);
    answer.release(location({ name: 'Hearth' }));
    await heading('Hearth');
  });

  it('says for 3 seconds in a live region that the location was updated', async () => {
    const { fill, save } = await openForm();
    const region = screen.getAllByRole('status').find((status) => status.closest('main'));
    fill('Business name', 'Hearth');
    await save();
    await heading('Hearth');
    expect(region?.textContent).toBe(SUCCESS);
    await advance(2999);
    expect(region?.textContent).toBe(SUCCESS);
    await advance(1);
    expect(screen.queryByText(SUCCESS)).toBeNull();
  });

  it('returns the focus to Edit Details', async () => {
    const { user, fill } = await openForm();
    fill('Business name', 'Hearth');
    await user.keyboard('{Enter}');
    await heading('Hearth');
    expect(document.activeElement).toBe(editButton());
  });

  it('shows the new values in the list at once', async () => {
    const answer = held<unknown>();
    const { user, fill, save, server } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    await user.click(await until(() => screen.queryByRole('link', { name: /Market Square/ })));
    await user.click(await until(editButton));
    fill('Business name', 'Hearth');
    await save();
    await heading('Hearth');

    server.on({ 'GET /api/locations': () => answer.promise });
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    await until(() => textsOf('heading').includes('Hearth'));
    answer.release({ items: [location({ name: 'Hearth' })], matched: 1, total: 1, nextCursor: null });
    // The list is also read again, for example for its new order.
    await until(() => server.sent('GET /api/locations').length === 2);
  });
});

describe('A save that is refused before it is sent', () => {
  it('shows each error at its field and focuses the first', async () => {
    const { fill, save, server } = await openForm();
    fill('Phone number', 'call us');
    fill('Website', 'www.example.com');
    fill('Address', ' ');
    await save();
    expect(messageOf(field('Address'))).toBe('Address is required');
    expect(messageOf(field('Phone number'))).toBe(
      'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them',
    );
    expect(messageOf(field('Website'))).toBe('Website must be an address such as https://www.example.com');
    expect(messageOf(field('Business name'))).toBeNull();
    expect(document.activeElement).toBe(field('Address'));
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('removes the message of a field when it is edited', async () => {
    const { user, fill, save } = await openForm();
    fill('Business name', '');
    fill('Website', 'x');
    await save();
    expect(messageOf(field('Business name'))).toBe('Business name is required');
    await user.keyboard('H');
    expect(messageOf(field('Business name'))).toBeNull();
    expect(messageOf(field('Website'))).toBeTruthy();
  });

  it('does not check fields that were not changed', async () => {
    const odd = location({ phoneNumber: 'n/a', websiteUri: 'gopher://old', categories: [] });
    const { fill, save, body } = await openForm(odd);
    fill('Business name', 'Hearth');
    await save();
    await until(editButton);
    expect(body()).toEqual({ name: 'Hearth' });
  });
});

describe('A save that the server refuses', () => {
  const refuse = (...errors: { field: string; message: string }[]) =>
    failWith(400, 'validation_failed', 'Please correct the marked fields.', errors);

  it('shows the field errors at their fields, without a toast', async () => {
    const { fill, save } = await openForm(location(), {
      [SAVE]: () => refuse({ field: 'websiteUri', message: 'Website must be reachable' }),
    });
    fill('Website', 'https://example.org');
    await save();
    await until(() => messageOf(field('Website')));
    expect(messageOf(field('Website'))).toBe('Website must be reachable');
    expect(document.activeElement).toBe(field('Website'));
    expect(field('Website').value).toBe('https://example.org');
    expect(screen.queryByText('Please correct the marked fields.')).toBeNull();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  it('shows an error of a field that the form does not have beside Save', async () => {
    const { fill, save } = await openForm(location(), {
      [SAVE]: () => refuse({ field: 'labels', message: 'Labels are frozen' }),
    });
    fill('Business name', 'Hearth');
    await save();
    await until(() => textsOf('alert').includes(`${FAILURE} Labels are frozen`));
  });
});

describe('A save that fails', () => {
  it('is repeated once, then shown inline with the edits kept, and Try Again saves them', async () => {
    const { user, fill, save, server, body } = await openForm(location(), { [SAVE]: serverError });
    fill('Business name', 'Hearth');
    await save();
    await until(() => server.sent(SAVE).length === 1);
    await advance(1000);
    await until(() => textsOf('alert').includes(FAILURE));
    expect(server.sent(SAVE)).toHaveLength(2);
    expect(screen.getByText('Server error. Please try again later.')).toBeTruthy();
    expect(field('Business name').value).toBe('Hearth');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save Changes' }));

    server.on({ [SAVE]: () => location({ name: 'Hearth' }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await heading('Hearth');
    expect(body()).toEqual({ name: 'Hearth' });
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  it('moves the focus from the disabled field to the button', async () => {
    const { user, fill } = await openForm(location(), { [SAVE]: notFound });
    fill('Business name', 'Hearth');
    await user.keyboard('{Enter}');
    await until(() => textsOf('alert').includes(FAILURE));
    expect(field('Business name').matches(':disabled')).toBe(false);
    expect(document.activeElement).not.toBe(document.body);
  });
});

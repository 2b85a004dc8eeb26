import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { steerTimers, until } from '../../support/page/steered-timers.js';
import { field, heading, openForm } from './setting.js';

const DETAILS = '/dashboard?view=location-details&account=account-1&location=location-1';

beforeEach(steerTimers);

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });

/** Whether the browser would ask before it reloads or closes the page. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

describe('Unsaved changes', () => {
  it('cause no question if there are none', async () => {
    const { user, address } = await openForm();
    expect(asksBeforeUnload()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(address()).toBe('/dashboard');
    expect(question()).toBeNull();
  });

  it('cause no question if they were undone', async () => {
    const { fill, user, address } = await openForm();
    fill('Business name', 'Hearth');
    expect(screen.getByText('1 field changed.')).toBeTruthy();
    fill('Business name', 'Hearth & Crumb, Market Square');
    expect(screen.queryByText('1 field changed.')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
  });

  it('are kept if the user stays', async () => {
    const { fill, user, address } = await openForm();
    fill('Business name', 'Hearth');
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    const dialog = within(await until(question));
    expect(
      dialog.getByText('Your changes to Hearth & Crumb, Market Square haven’t been saved.'),
    ).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stay' }));
    await user.keyboard('{Enter}');
    expect(question()).toBeNull();
    expect(address()).toBe(DETAILS);
    expect(field('Business name').value).toBe('Hearth');
  });

  it('are lost if the user leaves', async () => {
    const { fill, user, address } = await openForm();
    fill('Business name', 'Hearth');
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    await user.click(within(await until(question)).getByRole('button', { name: 'Leave' }));
    await until(() => screen.queryByText('1 of 1 locations'));
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
  });

  it("are protected from the browser's Back", async () => {
    const { user, fill, address, back } = await openForm();
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    await user.click(
      await until(() => screen.queryByRole('link', { name: /^Hearth & Crumb, Market Square/ })),
    );
    await user.click(await until(() => screen.queryByRole('button', { name: 'Edit Details' })));
    fill('Address', 'Elsewhere 1');
    await back();
    await until(question);
    expect(address()).toBe(DETAILS);
    await user.keyboard('{Escape}');
    expect(field('Address').value).toBe('Elsewhere 1');
  });

  it('are protected from reload and closing the tab, until they are saved', async () => {
    const { fill, save } = await openForm();
    fill('Business name', 'Hearth');
    expect(asksBeforeUnload()).toBe(true);
    await save();
    await heading('Hearth');
    expect(asksBeforeUnload()).toBe(false);
  });
});

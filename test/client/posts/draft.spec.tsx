import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { profile } from '../../support/page/page.js';
import { chooseLocation, dialog, field, fill, isClosed, openComposer, setClock } from './setting.js';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const STATION_ROAD = 'Hearth & Crumb, Station Road, 11 Station Road, Ashbourne DE6 1GH';
const NOTE = 'Draft restored';

/** Reloads the page in the same tab. */
function reload(address?: string, user = profile()) {
  cleanup();
  return openComposer({}, address, user);
}

async function written() {
  const page = await openComposer();
  await chooseLocation('Station Road');
  fill('Post content', 'Come in');
  await page.choose('Offer');
  fill('Coupon code', 'HARVEST');
  fill('Time', '16:30');
  return page;
}

function expectEverything(): void {
  expect(dialog().getByText(NOTE)).toBeTruthy();
  expect(field('Location').value).toBe(STATION_ROAD);
  expect(field('Post content').value).toBe('Come in');
  expect(field('Coupon code').value).toBe('HARVEST');
  expect(field('Time').value).toBe('16:30');
}

function expectNothing(): void {
  expect(dialog().queryByText(NOTE)).toBeNull();
  expect(field('Location').value).toBe('');
  expect(field('Post content').value).toBe('');
  expect(dialog().getByRole('radio', { name: 'Update', checked: true })).toBeTruthy();
}

describe('A draft', () => {
  it('is restored after Esc and after a click on the overlay', async () => {
    const { user } = await written();
    for (const close of [() => user.keyboard('{Escape}'), () => user.click(screen.getByRole('dialog'))]) {
      await close();
      await isClosed();
      await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
      expectEverything();
    }
  });

  it('is restored after a reload', async () => {
    await written();
    await reload();
    expectEverything();
    expect(document.activeElement).toBe(field('Post content'));
  });

  it('is gone when it is discarded', async () => {
    const { user } = await written();
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    await user.click(dialog().getByRole('button', { name: 'Discard draft' }));
    expectNothing();
    expect(document.activeElement).toBe(field('Post content'));
    await reload();
    expectNothing();
  });

  it('is gone after it was scheduled', async () => {
    const { user, submit, choose } = await written();
    await choose('Update');
    await submit();
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    expectNothing();
    await reload();
    expectNothing();
  });

  it('is not shown to another user in the same tab', async () => {
    await written();
    await reload(undefined, profile({ uid: 'uid-2' }));
    expectNothing();
  });

  it('gets the location for which the composer is opened, and a new time if its own is in the past', async () => {
    await written();
    setClock('2026-11-21T16:00:00Z');
    await reload('/dashboard?location=location-1');
    expect(field('Location').value).toBe('Hearth & Crumb, Market Square, 4 Market Square, Ashbourne DE6 1ES');
    expect(field('Post content').value).toBe('Come in');
    expect(field('Time').value).toBe('18:00');
  });
});

it('Opening and closing the composer leaves no draft', async () => {
  const { user } = await openComposer();
  await user.keyboard('{Escape}');
  await isClosed();
  await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
  expectNothing();
  fill('Post content', 'x');
  fill('Post content', '');
  await reload();
  expectNothing();
});

it('An unreadable draft is ignored', async () => {
  for (const stored of ['nonsense', '7', 'null']) {
    sessionStorage.setItem('shingle.draft.uid-1', stored);
    await reload();
    expectNothing();
  }
  sessionStorage.setItem('shingle.draft.uid-1', '{"summary":"Come in","title":7}');
  await reload();
  expect(field('Post content').value).toBe('Come in');
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { held } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { account, list, location } from '../listings/builders.js';
import { postList, storedPost } from '../posts/builders.js';
import { dialog, emptyCalendar, field, fill, isClosed, openComposer, setClock } from '../posts/setting.js';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** The tone and the icon of the badge with this label. */
function looks(word: string, inside: HTMLElement = screen.getByRole('main')): string {
  const badge = within(inside).getAllByText(word)[0];
  const icon = badge?.querySelector('svg')?.innerHTML;
  if (!badge || !icon) throw new Error(`No badge says ${word}.`);
  return `${badge.className} ${icon}`;
}

describe('The state of an account or a location', () => {
  it.each([
    ['VERIFIED', 'Verified', 'good'],
    ['UNVERIFIED', 'Unverified', 'warn'],
    ['SUSPENDED', 'Suspended', 'bad'],
  ] as const)('%s is a badge of its own word and colour on both', async (state, word, tone) => {
    const answers = {
      'GET /api/accounts': () => ({ items: [account({ state })] }),
      'GET /api/locations': () => list([location({ state })]),
    };
    const { user } = renderPage('/dashboard?view=accounts', { answers });
    await user.click(await screen.findByRole('link', { name: /^Hearth & Crumb Bakeries/ }));
    await screen.findByText('1 of 1 locations');
    const card = await screen.findByRole('article');
    expect(looks(word, card).split(' ')).toContain(tone);
  });
});

describe('The status of a post', () => {
  it('has its own colour and icon', async () => {
    const statuses = ['SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED'] as const;
    const posts = statuses.map((status, index) =>
      storedPost({ id: `00000000-0000-4000-8000-00000000000${index}`, status }),
    );
    renderPage('/dashboard?view=calendar', {
      answers: { ...emptyCalendar(), 'GET /api/posts': () => postList(posts) },
    });
    const table = await screen.findByRole('table');
    const seen = ['Scheduled', 'Queued', 'Published', 'Failed'].map((word) => looks(word, table));
    expect(new Set(seen.map((look) => look.split('<')[0])).size).toBe(4);
    expect(new Set(seen.map((look) => look.slice(look.indexOf('<')))).size).toBe(4);
  });
});

describe('The scheduled posts', () => {
  it('are busy while they load', async () => {
    const answer = held<unknown>();
    renderPage('/dashboard?view=calendar', {
      answers: { ...emptyCalendar(), 'GET /api/posts': () => answer.promise },
    });
    await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
    const region = screen.getByRole('main').querySelector('[aria-busy=true]');
    expect(region).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    answer.release(postList([storedPost()]));
    await screen.findByRole('table');
    expect(region?.getAttribute('aria-busy')).toBe('false');
  });
});

describe('The type of a post', () => {
  it('is one of four, by default a standard update', async () => {
    await openComposer();
    const types = within(dialog().getByRole('group', { name: 'Post type' })).getAllByRole<HTMLInputElement>(
      'radio',
    );
    expect(types.map(({ value, checked }) => [value, checked])).toEqual([
      ['STANDARD', true],
      ['CALL_TO_ACTION', false],
      ['EVENT', false],
      ['OFFER', false],
    ]);
  });
});

describe('The call to action', () => {
  it.each([
    ['Book', 'BOOK'],
    ['Order', 'ORDER'],
    ['Shop', 'SHOP'],
    ['Learn more', 'LEARN_MORE'],
    ['Sign up', 'SIGN_UP'],
    ['Call', 'CALL'],
  ])('%s is sent as %s', async (words, actionType) => {
    const { user, choose, submit, body } = await openComposer({}, '/dashboard?location=location-1');
    fill('Post content', 'Come in');
    await choose('Call to action');
    const options = [...field('Call-to-action type').querySelectorAll('option')].filter(({ value }) => value);
    expect(options.map(({ value }) => value)).toEqual([
      'BOOK',
      'ORDER',
      'SHOP',
      'LEARN_MORE',
      'SIGN_UP',
      'CALL',
    ]);
    await user.selectOptions(field('Call-to-action type'), words);
    await submit();
    await isClosed();
    expect(body()).toMatchObject({
      postBody: { languageCode: 'en-US', topicType: 'CALL_TO_ACTION', callToAction: { actionType } },
    });
  });
});

describe('The selection', () => {
  const answers = {
    'GET /api/accounts': () => ({ items: [account()] }),
    'GET /api/locations': () => list([location()]),
    'GET /api/locations/:id': () => location(),
  };
  const follow = async (
    user: ReturnType<typeof renderPage>['user'],
    link: string | RegExp,
    title: string,
  ) => {
    await user.click(await screen.findByRole('link', { name: link }));
    await screen.findByRole('heading', { level: 1, name: title });
  };

  it('is the account in its locations, the location in its details, and nothing in other views', async () => {
    const { user, address } = renderPage('/dashboard?view=accounts', { answers });
    await follow(user, /^Hearth & Crumb Bakeries/, 'Hearth & Crumb Bakeries');
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
    await follow(user, /^Hearth & Crumb, Market Square/, 'Hearth & Crumb, Market Square');
    expect(address()).toBe('/dashboard?view=location-details&account=account-1&location=location-1');
    await follow(user, 'Back to Locations', 'Hearth & Crumb Bakeries');
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
    await follow(user, 'Back to Accounts', 'Business Accounts');
    expect(address()).toBe('/dashboard?view=accounts');
  });

  it('is cleared on the way to another view: all locations are listed, and no location is filled in', async () => {
    const details = '/dashboard?view=location-details&account=account-1&location=location-1';
    const { user, address } = renderPage(details, { answers: { ...emptyCalendar(), ...answers } });
    await screen.findByRole('heading', { level: 1, name: 'Hearth & Crumb, Market Square' });
    await follow(user, 'Dashboard', 'Dashboard');
    await user.click(screen.getByRole('button', { name: 'SCHEDULE POST' }));
    expect(field('Location').value).toBe('');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await follow(user, 'Locations', 'Locations');
    expect(address()).toBe('/dashboard?view=locations');
  });
});

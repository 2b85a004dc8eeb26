import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { postList, storedPost } from './builders.js';
import { dialog, emptyCalendar, field, fill, findAlertText, isClosed, setClock } from './setting.js';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const ONE = 'GET /api/posts/:id';
const PATCH = 'PATCH /api/posts/:id';
const EVENT = storedPost({
  postType: 'EVENT',
  version: 4,
  publishAt: '2026-11-22T09:00:00.000Z',
  timeZone: 'America/New_York',
  postBody: {
    languageCode: 'en-US',
    summary: 'Sourdough fresh from the oven at eight.',
    topicType: 'EVENT',
    event: {
      title: 'Baking day',
      schedule: {
        startDate: { year: 2026, month: 12, day: 1 },
        startTime: { hours: 9, minutes: 0 },
        endDate: { year: 2026, month: 12, day: 1 },
        endTime: { hours: 12, minutes: 0 },
      },
    },
  },
});

async function openEditor(answers: Handlers = {}, post = EVENT) {
  const page = renderPage('/dashboard?view=calendar', {
    answers: {
      ...emptyCalendar(),
      'GET /api/posts': () => postList([post]),
      [ONE]: () => post,
      [PATCH]: () => post,
      ...answers,
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: 'Edit Post' });
  await waitFor(() => expect(field('Location').value).toContain('Market Square, 4 Market Square'));
  return { ...page, save: () => page.user.click(dialog().getByRole('button', { name: 'Save Changes' })) };
}

/** Whether the tab can be closed or reloaded without a question. */
const leavesPage = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('Editing a post', () => {
  it('starts with its values and saves the changes to its version', async () => {
    const { server, save } = await openEditor();
    expect(screen.getByRole('dialog', { name: 'Edit Post' })).toBeTruthy();
    expect(field('Location').value).toBe('Hearth & Crumb, Market Square, 4 Market Square, Ashbourne DE6 1ES');
    expect(field('Event title').value).toBe('Baking day');
    expect([field('Start date').value, field('End time').value]).toEqual(['2026-12-01', '12:00']);
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-22', '10:00']);
    fill('Event title', 'Baking morning');
    fill('Time', '11:00');
    await save();
    await isClosed();
    expect(await screen.findAllByText('Post updated successfully!')).toBeTruthy();
    expect(server.sent(PATCH).map(({ params, body }) => [params['id'], body])).toEqual([
      [
        EVENT.id,
        {
          version: 4,
          locationId: 'location-1',
          publishAt: '2026-11-22T10:00:00.000Z',
          postBody: {
            ...EVENT.postBody,
            event: { ...EVENT.postBody.event, title: 'Baking morning' },
          },
        },
      ],
    ]);
  });

  it('suggests a new time for a failed post', async () => {
    await openEditor({}, storedPost({ status: 'FAILED', publishAt: '2026-11-20T09:00:00.000Z' }));
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-21', '15:00']);
  });

  it("starts with the post's current values and version", async () => {
    const changed = { ...EVENT, version: 5, summary: 'Now from nine.' };
    const { server, save } = await openEditor({ [ONE]: () => changed });
    expect(field('Post content').value).toBe('Now from nine.');
    fill('Time', '11:00');
    await save();
    await isClosed();
    expect(server.sent(PATCH).map(({ body }) => (body as typeof EVENT).version)).toEqual([5]);
  });

  it('keeps these values if the post changes', async () => {
    const { server, save } = await openEditor();
    server.on({ [ONE]: () => ({ ...EVENT, version: 5 }) });
    await act(() => fireEvent(window, new Event('focus')));
    fill('Post content', 'Come in');
    await save();
    await isClosed();
    expect(server.sent(PATCH).map(({ body }) => (body as typeof EVENT).version)).toEqual([4]);
  });

  it('says that it could not load the post, and refreshes the list', async () => {
    const { user, server } = renderPage('/dashboard?view=calendar', {
      answers: {
        ...emptyCalendar(),
        'GET /api/posts': () => postList([EVENT]),
        [ONE]: () => failWith(404, 'not_found', 'The requested resource was not found.'),
      },
    });
    const edit = await screen.findByRole('button', { name: 'Edit' });
    server.on({ 'GET /api/posts': () => postList([]) });
    await user.click(edit);
    await screen.findByText('The post couldn’t be loaded. Please try again.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when the post was changed elsewhere, and keeps what was typed', async () => {
    const changed = 'This post was changed somewhere else. Reload it and try again.';
    const { save } = await openEditor({ [PATCH]: () => failWith(409, 'post_changed', changed) });
    fill('Post content', 'Come in');
    await save();
    await findAlertText(changed);
    expect(field('Post content').value).toBe('Come in');
  });

  it('closes at once without changes, and asks before it loses any', async () => {
    const { user } = await openEditor();
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog');
    expect(leavesPage()).toBe(true);
    fill('Post content', 'Come in');
    expect(leavesPage()).toBe(false);
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(field('Post content').value).toBe('Come in');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await isClosed();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });

  it('does not touch the draft of a new post', async () => {
    const { user, save } = await openEditor();
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    fill('Post content', 'A new one');
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Post' });
    expect(dialog().queryByText('Draft restored')).toBeNull();
    expect(field('Post content').value).toBe(EVENT.summary);
    fill('Post content', 'An old one');
    await save();
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    expect(field('Post content').value).toBe('A new one');
  });
});

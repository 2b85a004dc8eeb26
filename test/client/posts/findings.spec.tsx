import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers, type SentRequest } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { renderPage } from '../../support/page/page.js';
import { postList, storedPost } from './builders.js';
import { dialog, emptyCalendar, field, fill, isClosed, openComposer, POST, setClock } from './setting.js';

type Finding = Schemas['FindingDto'];
type Draft = Schemas['DraftPostDto'];

const PREFLIGHT = 'POST /api/posts/preflight';
const HERE = '/dashboard?location=location-1';

const PHONE: Finding = {
  id: 'phone-in-text',
  severity: 'warn',
  field: 'postBody.summary',
  reason: 'Google rejects posts with a phone number in the text.',
  cure: 'Take the number out.',
};
const LINK: Finding = {
  id: 'link-missing',
  severity: 'block',
  field: 'postBody.callToAction.url',
  reason: 'This button needs a link.',
  cure: 'Add one, or choose “Call”.',
};

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** Opens the composer with a server that answers these findings. */
const open = (find: (draft: Draft) => Finding[], answers: Handlers = {}) =>
  openComposer(
    { [PREFLIGHT]: ({ body }: SentRequest) => ({ findings: find(body as Draft) }), ...answers },
    HERE,
  );

/** The accessible description of a control. */
const hintsOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('A finding about a draft', () => {
  it('is shown at its field with a solution when typing pauses, is announced, and does not prevent sending', async () => {
    const { user, server, submit } = await open(({ postBody }) =>
      postBody.summary.includes('01335') ? [PHONE] : [],
    );
    await user.type(field('Post content'), 'Call 01335 555012');
    expect(server.sent(PREFLIGHT)).toEqual([]);
    await dialog().findByText('Google rejects posts with a phone number in the text. Take the number out.');
    expect(hintsOf(field('Post content'))).toContain('Take the number out.');
    expect(messageOf(field('Post content'))).toBeNull();
    expect(server.sent(PREFLIGHT).map(({ body }) => body)).toEqual([
      {
        locationId: 'location-1',
        publishAt: '2026-11-21T14:00:00.000Z',
        timeZone: 'Europe/Berlin',
        postBody: { languageCode: 'en-US', summary: 'Call 01335 555012', topicType: 'STANDARD' },
      },
    ]);
    const spoken = () => screen.getByRole('dialog').querySelector('[role=status][aria-atomic=false]');
    await waitFor(() => expect(spoken()?.textContent).toBe(PHONE.reason));
    await submit();
    await isClosed();
    expect(server.sent(POST)).toHaveLength(1);
  });

  it('disappears with its cause', async () => {
    await open(({ postBody }) => (postBody.summary.includes('01335') ? [PHONE] : []));
    fill('Post content', 'Call 01335 555012');
    await dialog().findByText(/Take the number out/);
    fill('Post content', 'Call us');
    await waitFor(() => expect(dialog().queryByText(/Take the number out/)).toBeNull());
    fill('Post content', 'Call 01335 555012');
    await dialog().findByText(/Take the number out/);
    fill('Post content', '');
    await waitFor(() => expect(dialog().queryByText(/Take the number out/)).toBeNull());
  });

  it('can be shown at any field, also together with others', async () => {
    const about = (path: string, id: Finding['id'], reason: string): Finding => ({
      ...PHONE,
      id,
      field: path,
      reason,
      cure: null,
    });
    const { choose } = await open(() => [
      about('locationId', 'location-suspended', 'Suspended.'),
      about('postBody.topicType', 'hotel-offer', 'No offers from hotels.'),
      about('postBody.summary', 'phone-in-text', 'A number.'),
      about('postBody.summary', 'same-text', 'The same text.'),
      about('postBody.event.title', 'phone-in-title', 'A number in the title.'),
      about('postBody.event.schedule.endDate', 'offer-over', 'Over.'),
      about('postBody.offer.redeemOnlineUrl', 'offer-link-private', 'Private.'),
      about('publishAt', 'connection-ended', 'Held.'),
    ]);
    fill('Post content', 'Come in');
    await choose('Offer');
    await dialog().findByText('Suspended.');
    // The server fills these in until the user does.
    expect(dialog().queryByText('A number in the title.')).toBeNull();
    fill('Offer title', 'Call 01335 555012');
    fill('Start date', '2026-12-01');
    fill('End date', '2026-12-08');
    await dialog().findByText('A number in the title.');
    for (const [label, words] of [
      ['Location', /Suspended\./],
      ['Update', /No offers from hotels\./],
      ['Post content', /A number\.The same text\./],
      ['Offer title', /A number in the title\./],
      ['End date', /Over\./],
      ['Redeem link', /Private\./],
      ['Date', /GMT\+1Held\./],
    ] as const)
      expect(hintsOf(field(label))).toMatch(words);
  });

  it('is not shown for fields that are not filled in yet', async () => {
    const unfinished: Finding = { ...LINK, id: 'invalid', reason: 'Event title is required', cure: null };
    const { choose, server } = await open(() => [unfinished, PHONE]);
    fill('Post content', 'Call 01335 555012');
    await choose('Event');
    await dialog().findByText(/Take the number out/);
    expect(dialog().queryByText('Event title is required')).toBeNull();
    expect((server.sent(PREFLIGHT).at(-1)?.body as Draft).postBody).toEqual({
      languageCode: 'en-US',
      summary: 'Call 01335 555012',
      topicType: 'EVENT',
    });
  });

  it("is shown as the field's error when the server refuses the post, and nothing typed is lost", async () => {
    const { user, choose, submit } = await open(() => [LINK], {
      [POST]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [
          { field: LINK.field, message: LINK.reason },
        ]),
    });
    fill('Post content', 'Come in');
    await choose('Call to action');
    await user.selectOptions(field('Call-to-action type'), 'Book');
    await dialog().findByText('This button needs a link. Add one, or choose “Call”.');
    expect(messageOf(field('Link'))).toBeNull();
    await submit();
    await dialog().findByText('Please correct the marked fields.');
    expect(messageOf(field('Link'))).toBe(LINK.reason);
    expect(dialog().getByText('Add one, or choose “Call”.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Link'));
    expect([field('Post content').value, field('Call-to-action type').value]).toEqual(['Come in', 'BOOK']);
  });

  it('is missing when the check fails, which does not prevent sending', async () => {
    const { submit, server } = await open(() => [], {
      [PREFLIGHT]: () => failWith(404, 'not_found', 'The requested resource was not found.'),
    });
    fill('Post content', 'Come in');
    await waitFor(() => expect(server.sent(PREFLIGHT)).toHaveLength(1));
    await submit();
    await isClosed();
    expect(screen.queryByText('The requested resource was not found.')).toBeNull();
  });

  it('is loaded at once for a post being edited, as a change to it', async () => {
    const post = storedPost({ summary: 'Call 01335 555012' });
    const { user, server } = renderPage('/dashboard?view=calendar', {
      answers: {
        ...emptyCalendar(),
        'GET /api/posts': () => postList([post]),
        'GET /api/posts/:id': () => post,
        [PREFLIGHT]: () => ({ findings: [PHONE] }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog');
    await dialog().findByText(/Take the number out/);
    expect(server.sent(PREFLIGHT).map(({ body }) => body)).toEqual([
      { postId: post.id, locationId: 'location-1', publishAt: post.publishAt, postBody: post.postBody },
    ]);
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, held, noNetwork } from '../../support/page/fake-server.js';
import { messages, settled } from '../../support/page/page.js';
import { setClock } from '../posts/setting.js';
import { atGoogle, details, ownReply, rejected, review, reviewList, savedReply, uuid } from './builders.js';
import { openReviews } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const DOROTHEA = review();
const BEN = review({ id: uuid(2), reviewerName: 'Ben Tolliver', stars: 3, text: 'Nice wharf, slow till.' });
const waiting = (text: string) => details({ ...DOROTHEA, tab: 'ANSWERED', ownReply: ownReply({ text }) });

const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply');
const newBox = () => screen.findByLabelText<HTMLTextAreaElement>('Your new reply');
const press = (name: string) => screen.getByRole('button', { name });
const sentTexts = (server: ReturnType<typeof openReviews>['server']) =>
  server.sent('PUT /api/reviews/:id/reply').map(({ body }) => body);

describe('Replying to a review', () => {
  it('sends what was typed, based on what was seen, and goes on to the next review', async () => {
    const { server, user } = openReviews([DOROTHEA, BEN], {
      'PUT /api/reviews/:id/reply': ({ body }) => waiting((body as { text: string }).text),
    });
    await user.type(await box(), 'We are sorry.');
    expect(screen.getByText('Draft kept')).toBeTruthy();
    expect(screen.getByText('13 of 4,096 bytes', { ignore: '[aria-hidden] ~ *' })).toBeTruthy();
    await user.click(press('Send reply'));
    await waitFor(() => expect(messages()).toEqual(['Sending your reply to Google.']));
    expect(sentTexts(server)).toEqual([{ text: 'We are sorry.', basedOn: DOROTHEA.basis }]);
    expect(screen.getByText('Waiting to send', { selector: 'section *' })).toBeTruthy();
    expect(document.activeElement).toBe(press('Next review'));
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Ben Tolliver');
    expect((await box()).value).toBe('');
  });

  it('skips no review when the one before left the list as well', async () => {
    const list = ['Anja', 'Ben', 'Cleo', 'Dan'].map((reviewerName, index) =>
      review({ id: uuid(11 + index), reviewerName }),
    );
    const { server, user } = openReviews(list, {
      'PUT /api/reviews/:id/reply': ({ params }) => {
        // Somebody else has answered Anja.
        server.on({ 'GET /api/reviews': () => reviewList(list.slice(2)) });
        return details({
          ...list.find(({ id }) => id === params['id'])!,
          tab: 'ANSWERED',
          ownReply: ownReply(),
        });
      },
    });
    await user.click(await screen.findByRole('link', { name: /Ben/ }));
    await user.type(await box(), 'Thank you.');
    await user.click(press('Send reply'));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Anja|Ben/ })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Previous review' })).toBeNull();
    await user.click(press('Next review'));
    expect(document.activeElement?.textContent).toBe('Cleo');
    expect(screen.getByRole('article', { name: 'Cleo' })).toBeTruthy();
  });

  it('counts bytes, and sends neither nothing nor too much', async () => {
    const { server, user } = openReviews([DOROTHEA]);
    const area = await box();
    await user.click(press('Send reply'));
    expect(await screen.findByText('Write a reply first')).toBeTruthy();
    expect(document.activeElement).toBe(area);
    await user.click(area);
    await user.paste('🙂'.repeat(1024) + 'é');
    expect(screen.queryByText('Write a reply first')).toBeNull();
    expect(screen.getByText('4,098 of 4,096 bytes', { ignore: '[aria-hidden] ~ *' })).toBeTruthy();
    await user.click(press('Send reply'));
    expect(
      await screen.findByText(
        'The text is 2 bytes too long. Accented letters count as 2 bytes, emoji as 4 or more',
      ),
    ).toBeTruthy();
    expect(server.sent('PUT /api/reviews/:id/reply')).toEqual([]);
  });

  it('keeps what was typed while another review is read and after the page was left', async () => {
    const { user } = openReviews([DOROTHEA, BEN]);
    await user.type(await box(), 'We are so');
    await user.click(press('Next review'));
    expect(within(screen.getByRole('link', { name: /Dorothea Vance/ })).getByText('Draft')).toBeTruthy();
    cleanup();
    openReviews([DOROTHEA, BEN]);
    expect((await box()).value).toBe('We are so');
  });

  it.each([
    ['a refusal', () => failWith(422, 'google/refused', 'Google takes no replies for this location.')],
    ['a lost network', noNetwork],
  ])('keeps what was typed after %s', async (_, answer) => {
    const { user } = openReviews([DOROTHEA], { 'PUT /api/reviews/:id/reply': answer });
    await user.type(await box(), 'We are sorry.');
    await user.click(press('Send reply'));
    const section = within(screen.getByRole('region', { name: 'Reply' }));
    expect(await section.findByRole('alert')).toBeTruthy();
    cleanup();
    openReviews([DOROTHEA]);
    expect((await box()).value).toBe('We are sorry.');
  });

  it('warns of what Google may reject, and sends it all the same', async () => {
    const { server, user } = openReviews([DOROTHEA], {
      'POST /api/reviews/check': ({ body }) => ({
        bytes: 1,
        limit: 4096,
        faults: [],
        warnings: (body as { text: string }).text.includes('01632')
          ? [{ id: 'phone', reason: 'Google often rejects replies with a phone number.' }]
          : [],
      }),
      'PUT /api/reviews/:id/reply': () => waiting(''),
    });
    await user.type(await box(), 'Call 01632 960101');
    expect(await screen.findByText('Google often rejects replies with a phone number.')).toBeTruthy();
    await user.click(press('Send reply'));
    await waitFor(() => expect(sentTexts(server)).toHaveLength(1));
  });

  it('asks before it sends what nobody has been warned of, though it is sent at once', async () => {
    const check = held<unknown>();
    const { server, user } = openReviews([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items: [savedReply({ text: 'Call 01632 960101' })] }),
      'POST /api/reviews/check': () => check.promise,
      'PUT /api/reviews/:id/reply': () => waiting('Call 01632 960101'),
    });
    await box();
    await user.click(press('Saved replies'));
    await user.click(await screen.findByRole('button', { name: /^Use/ }));
    await user.click(press('Send reply'));
    expect(sentTexts(server)).toEqual([]);
    check.release({
      bytes: 17,
      limit: 4096,
      faults: [],
      warnings: [
        {
          id: 'phone-in-text',
          reason: 'Google often rejects replies with a phone number.',
          cure: 'Remove the number.',
        },
      ],
    });
    const question = within(await screen.findByRole('alertdialog', { name: 'Send this reply?' }));
    expect(
      question.getByText('Google often rejects replies with a phone number. Remove the number.'),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect((await box()).value).toBe('Call 01632 960101');
    expect(sentTexts(server)).toEqual([]);
    // Now the warning is on screen, so that nothing is asked once more.
    expect(await screen.findByText(/^Google often rejects replies/)).toBeTruthy();
    await user.click(press('Send reply'));
    await waitFor(() => expect(messages()).toEqual(['Sending your reply to Google.']));
    expect(sentTexts(server)).toEqual([{ text: 'Call 01632 960101', basedOn: DOROTHEA.basis }]);
  });

  it('sends it all the same if the person says so', async () => {
    const check = held<unknown>();
    const { server, user } = openReviews([DOROTHEA], {
      'POST /api/reviews/check': () => check.promise,
      'PUT /api/reviews/:id/reply': () => waiting('Call 01632 960101'),
    });
    await user.click(await box());
    await user.paste('Call 01632 960101');
    await user.click(press('Send reply'));
    check.release({
      bytes: 17,
      limit: 4096,
      faults: [],
      warnings: [{ id: 'phone-in-text', reason: 'Google often rejects these.', cure: 'Leave it out.' }],
    });
    await user.click(await screen.findByRole('button', { name: 'Send it anyway' }));
    await waitFor(() => expect(messages()).toEqual(['Sending your reply to Google.']));
    expect(sentTexts(server)).toHaveLength(1);
  });

  it('sends what cannot be checked', async () => {
    const { server, user } = openReviews([DOROTHEA], {
      'POST /api/reviews/check': () => failWith(503, 'unavailable', 'The server is starting.'),
      'PUT /api/reviews/:id/reply': () => waiting('We are sorry.'),
    });
    await user.type(await box(), 'We are sorry.');
    await user.click(press('Send reply'));
    await waitFor(() => expect(sentTexts(server)).toHaveLength(1));
  });

  it('shows both texts if somebody answered elsewhere, and overwrites only on demand', async () => {
    const theirs = details({
      ...DOROTHEA,
      basis: 'basis with their reply',
      replyAtGoogle: atGoogle({ text: 'Sorry from the counter.' }),
    });
    let isSeen = false;
    const { server, user } = openReviews([DOROTHEA], {
      'GET /api/reviews/:id': () => (isSeen ? theirs : details(DOROTHEA)),
      'PUT /api/reviews/:id/reply': ({ body }) => {
        if ((body as { basedOn: string }).basedOn === theirs.basis) return waiting('Mine.');
        isSeen = true;
        return failWith(409, 'reply_changed', 'The reply was changed meanwhile.');
      },
    });
    await user.type(await box(), 'Mine.');
    await user.click(press('Send reply'));
    const group = within(await screen.findByRole('group', { name: 'Answered elsewhere' }));
    expect(group.getByText('Sorry from the counter.')).toBeTruthy();
    expect((await newBox()).value).toBe('Mine.');
    // The buttons of the message say what they do; the others would send and discard unseen.
    expect(screen.queryByRole('button', { name: /^Send (new )?reply$|^Discard draft$/ })).toBeNull();
    await user.click(group.getByRole('button', { name: 'Replace it with mine' }));
    await waitFor(() =>
      expect(sentTexts(server)).toEqual([
        { text: 'Mine.', basedOn: DOROTHEA.basis },
        { text: 'Mine.', basedOn: 'basis with their reply' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Answered elsewhere' })).toBeNull());
  });

  it('keeps their reply if the person wants so', async () => {
    const theirs = details({ ...DOROTHEA, replyAtGoogle: atGoogle({ text: 'Sorry from the counter.' }) });
    let isSeen = false;
    const { user } = openReviews([DOROTHEA], {
      'GET /api/reviews/:id': () => (isSeen ? theirs : details(DOROTHEA)),
      'PUT /api/reviews/:id/reply': () => {
        isSeen = true;
        return failWith(409, 'reply_changed', 'The reply was changed meanwhile.');
      },
    });
    await user.type(await box(), 'Mine.');
    await user.click(press('Send reply'));
    await user.click(await screen.findByRole('button', { name: 'Keep theirs, discard mine' }));
    await waitFor(() => expect(screen.queryByLabelText('Your new reply')).toBeNull());
    expect(document.activeElement).toBe(press('Edit reply'));
    expect(screen.getByText('Sorry from the counter.', { selector: 'section *' })).toBeTruthy();
  });

  it('corrects a rejected reply', async () => {
    const priya = review({ tab: 'REJECTED', replyAtGoogle: rejected() });
    const { server, user } = openReviews(
      [priya],
      { 'PUT /api/reviews/:id/reply': () => waiting('Please come in.') },
      { address: '/dashboard?view=reputation&tab=rejected' },
    );
    const area = await newBox();
    await user.clear(area);
    await user.type(area, 'Please come in.');
    await user.click(press('Send new reply'));
    await waitFor(() =>
      expect(sentTexts(server)).toEqual([{ text: 'Please come in.', basedOn: priya.basis }]),
    );
  });

  it('edits a public reply, and asks before one is removed', async () => {
    const answered = review({ tab: 'ANSWERED', replyAtGoogle: atGoogle() });
    const { server, user } = openReviews(
      [answered],
      {
        'DELETE /api/reviews/:id/reply': () =>
          details({ ...answered, ownReply: ownReply({ kind: 'DELETE', text: null }) }),
      },
      { address: '/dashboard?view=reputation&tab=answered' },
    );
    await screen.findByText('Public', { selector: 'section *' });
    await user.click(press('Edit reply'));
    expect(document.activeElement).toBe(await newBox());
    expect((await newBox()).value).toBe('We are sorry, Dorothea.');
    await user.click(press('Cancel'));
    await user.click(press('Remove reply'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove your reply?' }));
    await user.click(question.getByRole('button', { name: 'Remove reply' }));
    await screen.findByText('Waiting to remove', { selector: 'section *' });
    expect(server.sent('DELETE /api/reviews/:id/reply')[0]?.query).toEqual({ basedOn: answered.basis });
  });

  it('returns the focus to the button when the editor closes', async () => {
    const answered = review({ tab: 'ANSWERED', replyAtGoogle: atGoogle() });
    const { user } = openReviews([answered], {}, { address: '/dashboard?view=reputation&tab=answered' });
    await screen.findByText('Public', { selector: 'section *' });
    await user.click(press('Edit reply'));
    await user.click(press('Cancel'));
    expect(document.activeElement).toBe(press('Edit reply'));
    await user.click(press('Edit reply'));
    await user.type(await newBox(), ' Yours, Robin');
    await user.click(press('Discard draft'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }));
    expect(document.activeElement).toBe(press('Edit reply'));
  });

  it('forgets what was changed elsewhere once the draft is discarded', async () => {
    const answered = review({ tab: 'ANSWERED', replyAtGoogle: atGoogle() });
    const bare = details({ ...answered, tab: 'UNANSWERED', replyAtGoogle: null });
    let isSeen = false;
    const { user } = openReviews(
      [answered],
      {
        'GET /api/reviews/:id': () => (isSeen ? bare : details(answered)),
        'PUT /api/reviews/:id/reply': () => {
          isSeen = true;
          return failWith(409, 'reply_changed', 'The reply was changed meanwhile.');
        },
      },
      { address: '/dashboard?view=reputation&tab=answered' },
    );
    await screen.findByText('Public', { selector: 'section *' });
    await user.click(press('Edit reply'));
    await user.type(await newBox(), ' Yours, Robin');
    await user.click(press('Send new reply'));
    const group = within(await screen.findByRole('group', { name: 'Answered elsewhere' }));
    await user.click(group.getByRole('button', { name: 'Discard mine' }));
    expect((await box()).value).toBe('');
    expect(screen.queryByRole('group', { name: 'Answered elsewhere' })).toBeNull();
    expect(document.activeElement).toBe(await box());
  });

  it('takes every letter where the browser has no room left to keep drafts', async () => {
    const { user } = openReviews([DOROTHEA]);
    await user.type(await box(), 'We');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await user.type(await box(), ' are sorry.');
    expect((await box()).value).toBe('We are sorry.');
    await user.clear(await box());
  });

  it('says why a reply was not sent, and sends it again or discards it', async () => {
    const failed = review({ ownReply: ownReply({ state: 'FAILED', error: 'The location isn’t verified.' }) });
    const answer = held<unknown>();
    const { user } = openReviews([failed], {
      'POST /api/reviews/:id/reply/retry': () => answer.promise,
      'POST /api/reviews/:id/reply/discard': () => details(DOROTHEA),
    });
    const section = within(await screen.findByRole('region', { name: 'Reply' }));
    expect(section.getByText('The location isn’t verified.')).toBeTruthy();
    expect(section.getByText('We are sorry, Dorothea.')).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(section.getByRole<HTMLButtonElement>('button', { name: 'Sending...' }).disabled).toBe(true);
    answer.release(failWith(409, 'reply_busy', 'It’s being sent already.'));
    expect((await section.findByRole('alert')).textContent).toBe('It’s being sent already.');
    await user.click(section.getByRole('button', { name: 'Discard mine' }));
    expect((await box()).value).toBe('');
  });

  it('shows both texts of a conflict that was found at Google', async () => {
    const conflict = review({
      ownReply: ownReply({
        state: 'CONFLICT',
        text: 'Mine.',
        theirs: atGoogle({ text: 'Sorry from the counter.' }),
      }),
      replyAtGoogle: atGoogle({ text: 'Sorry from the counter.' }),
    });
    const { server, user } = openReviews([conflict], {
      'POST /api/reviews/:id/reply/retry': () => waiting('Mine.'),
    });
    const section = within(await screen.findByRole('region', { name: 'Reply' }));
    expect(section.getByText('Mine.')).toBeTruthy();
    expect(section.getByText('Sorry from the counter.')).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Send mine' }));
    await waitFor(() => expect(server.sent('POST /api/reviews/:id/reply/retry')).toHaveLength(1));
  });

  it('asks before a draft is discarded', async () => {
    const { user } = openReviews([DOROTHEA]);
    await user.type(await box(), 'We');
    await user.click(press('Discard draft'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your draft?' }));
    await user.click(question.getByRole('button', { name: 'Keep draft' }));
    expect((await box()).value).toBe('We');
    await user.click(press('Discard draft'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }));
    expect((await box()).value).toBe('');
  });
});

describe('A reply that is under way', () => {
  beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London', { timers: true }));

  it('is shown as Google has it within seconds', async () => {
    let shown = details(DOROTHEA);
    openReviews([DOROTHEA], {
      'GET /api/reviews/:id': () => shown,
      'PUT /api/reviews/:id/reply': () => (shown = waiting('We are sorry.')),
    });
    fireEvent.change(await box(), { target: { value: 'We are sorry.' } });
    fireEvent.click(press('Send reply'));
    expect(await screen.findByText('Waiting to send', { selector: 'section *' })).toBeTruthy();
    shown = details({ ...DOROTHEA, tab: 'ANSWERED', replyAtGoogle: atGoogle({ state: 'IN_REVIEW' }) });
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    await settled();
    expect(screen.getByText('In review at Google', { selector: 'section *' })).toBeTruthy();
  });

  it('is in the same state in the list, which was read before', async () => {
    const before = review({ tab: 'ANSWERED', ownReply: ownReply() });
    const after = details({ ...before, ownReply: null, replyAtGoogle: atGoogle({ state: 'IN_REVIEW' }) });
    const again = held<unknown>();
    let isRead = false;
    openReviews([before], {
      'GET /api/reviews': () => (isRead ? again.promise : reviewList([before])),
      'GET /api/reviews/:id': () => {
        isRead = true;
        return after;
      },
    });
    await screen.findByText('In review at Google', { selector: 'section *' });
    await settled();
    const listed = screen.getByRole('link', { name: /Dorothea Vance/ });
    expect(within(listed).getByText('In review at Google')).toBeTruthy();
  });
});

describe('Saved replies', () => {
  const openSaved = async (...args: Parameters<typeof openReviews>) => {
    const page = openReviews(...args);
    await box();
    await page.user.click(press('Saved replies'));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Saved replies' })) };
  };

  it('are inserted with name and location', async () => {
    const { user, dialog } = await openSaved([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items: [savedReply()] }),
    });
    await user.click(await dialog.findByRole('button', { name: 'Use' }));
    expect((await box()).value).toBe(
      'Dear Dorothea Vance, thank you. See you at Hearth & Crumb, Market Square!',
    );
    expect(document.activeElement).toBe(await box());
  });

  it('leave out the name of who gave none, and say so', async () => {
    const { user, dialog } = await openSaved([{ ...DOROTHEA, reviewerName: null, isAnonymous: true }], {
      'GET /api/saved-replies': () => ({ items: [savedReply()] }),
    });
    await user.click(await dialog.findByRole('button', { name: 'Use' }));
    expect((await box()).value).toBe('Dear, thank you. See you at Hearth & Crumb, Market Square!');
    expect(screen.getByText(/^This reviewer gave no name/)).toBeTruthy();
  });

  it('are saved without sending the reply that is being written', async () => {
    const { server, user } = openReviews([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items: [] }),
      'POST /api/saved-replies': () => savedReply(),
    });
    await user.type(await box(), 'Dear Dorothea, half of');
    await user.click(press('Saved replies'));
    await user.click(await screen.findByRole('button', { name: 'Save the current text' }));
    await user.type(screen.getByLabelText('Title'), 'Half');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog', { name: 'Saved replies' });
    expect(server.sent('POST /api/saved-replies')).toHaveLength(1);
    await settled();
    expect(server.sent('PUT /api/reviews/:id/reply')).toEqual([]);
    expect((await box()).value).toBe('Dear Dorothea, half of');
  });

  it('stay open until they are saved, so that a refusal loses nothing', async () => {
    const answer = held<unknown>();
    const { user, dialog } = await openSaved([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items: [savedReply()] }),
      'PATCH /api/saved-replies/:id': () => answer.promise,
    });
    await user.click(await dialog.findByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Text'), ' Robin');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.keyboard('{Escape}');
    answer.release(failWith(503, 'unavailable', 'The service is not available.'));
    expect(await screen.findByText('Failed to save. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(`${savedReply().text} Robin`);
  });

  it('are not lost by Esc while they are written', async () => {
    const { user, dialog } = await openSaved([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items: [savedReply()] }),
    });
    await user.click(dialog.getByRole('button', { name: 'New saved reply' }));
    await user.type(await screen.findByLabelText('Text'), 'We are sorry.');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('We are sorry.');
  });

  it('keep the focus in the dialog when one is deleted', async () => {
    let items = [savedReply(), savedReply({ id: uuid(502), title: 'Sorry' })];
    const { user, dialog } = await openSaved([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items }),
      'DELETE /api/saved-replies/:id': () => void (items = items.slice(1)),
    });
    await user.click((await dialog.findAllByRole('button', { name: 'Delete' }))[0]!);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Thanks' })).toBeNull());
    await settled();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('warn of a placeholder that is left', async () => {
    const { user } = openReviews([DOROTHEA]);
    await user.click(await box());
    await user.paste('Dear {name}');
    expect(screen.getByText('{name} would be sent as it stands. Please replace it.')).toBeTruthy();
  });

  it('are written, changed and deleted', async () => {
    let items = [savedReply()];
    const { server, user, dialog } = await openSaved([DOROTHEA], {
      'GET /api/saved-replies': () => ({ items }),
      'POST /api/saved-replies': ({ body }) => {
        const made = savedReply({ id: uuid(502), ...(body as object) });
        items = [...items, made];
        return made;
      },
      'PATCH /api/saved-replies/:id': () =>
        failWith(400, 'validation', 'There are errors.', [
          { field: 'title', message: 'There is a saved reply with this title' },
        ] as never),
      'DELETE /api/saved-replies/:id': () => {
        items = items.slice(1);
      },
    });
    await user.click(dialog.getByRole('button', { name: 'New saved reply' }));
    const form = within(await screen.findByRole('dialog', { name: 'New saved reply' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Give it a title, so that you find it again')).toBeTruthy();
    await user.type(form.getByLabelText('Title'), 'Sorry');
    await user.type(form.getByLabelText('Text'), 'We are sorry.');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const listed = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
    expect(await listed.findByRole('heading', { name: 'Sorry' })).toBeTruthy();
    expect(server.sent('POST /api/saved-replies')[0]?.body).toEqual({
      title: 'Sorry',
      text: 'We are sorry.',
    });

    await user.click(listed.getAllByRole('button', { name: 'Edit' })[0]!);
    const edit = within(await screen.findByRole('dialog', { name: 'Edit saved reply' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect(await edit.findByText('There is a saved reply with this title')).toBeTruthy();
    await user.click(edit.getByRole('button', { name: 'Cancel' }));

    await user.click((await screen.findAllByRole('button', { name: 'Delete' }))[0]!);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Thanks' })).toBeNull());
    await settled();
  });
});

describe('Asking for a review', () => {
  it('shows Google’s own link of a location to copy and to print', async () => {
    const { user } = openReviews(
      [DOROTHEA],
      {},
      { address: '/dashboard?view=reputation&location=location-1' },
    );
    await user.click(await screen.findByRole('button', { name: 'Ask for a review' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a review' }));
    const link = await dialog.findByLabelText<HTMLInputElement>('Google’s link');
    expect(link.value).toBe('https://search.google.com/local/writereview?placeid=1');
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(link.value);
    expect(dialog.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(dialog.getByRole('img', { name: /^QR code of Google’s link/ })).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(false);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { setClock } from '../posts/setting.js';
import { atGoogle, details, ownReply, review } from './builders.js';
import { openReviews } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const DOROTHEA = review({ stars: 5, text: 'Lovely.' });
const refused = (code: string, conflicts: object[] = []) =>
  Response.json(
    { statusCode: 409, code, message: 'It was changed.', requestId: 'test', conflicts },
    { status: 409 },
  );
const press = (name: string) => screen.getByRole('button', { name });
const part = () => within(screen.getByRole('region', { name: 'Reply' }));

/** Writes a reply to Dorothea, which is refused because there is something else by now, unless it is based on that. */
async function sendUnseen(now: ReturnType<typeof details>, answer: unknown, narrow = false) {
  let isRefused = false;
  const opened = openReviews(
    [DOROTHEA],
    {
      'GET /api/reviews/:id': () => (isRefused ? now : details(DOROTHEA)),
      'PUT /api/reviews/:id/reply': ({ body }) => {
        const { text, basedOn } = body as { text: string; basedOn: string };
        if (basedOn === now.basis) return details({ ...now, ownReply: ownReply({ text }) });
        isRefused = true;
        return answer;
      },
    },
    { narrow },
  );
  const { user } = opened;
  if (narrow) await user.click(await screen.findByRole('link', { name: /Dorothea/ }));
  await user.type(await screen.findByLabelText('Your reply'), 'So glad.');
  await user.click(press('Send reply'));
  return opened;
}

describe('A review that was changed since it was opened', () => {
  const now = details({ ...DOROTHEA, stars: 1, text: 'Cold, and late.', basis: 'basis of the change' });

  it.each([false, true])(
    'is shown beside what was typed, and gets that only on demand (narrow: %s)',
    async (narrow) => {
      const { server, user } = await sendUnseen(now, refused('review_changed'), narrow);
      const group = within(await screen.findByRole('group', { name: 'Review changed' }));
      expect(group.getByText('Cold, and late.')).toBeTruthy();
      expect(group.getByRole('img', { name: '1 of 5 stars' })).toBeTruthy();
      expect(group.queryByText(/reply/i)).toBeNull();
      const area = screen.getByLabelText<HTMLTextAreaElement>('Your reply');
      expect(area.value).toBe('So glad.');
      await user.click(group.getByRole('button', { name: 'Send mine anyway' }));
      await waitFor(() => expect(screen.queryByRole('group', { name: 'Review changed' })).toBeNull());
      expect(server.sent('PUT /api/reviews/:id/reply').map(({ body }) => body)).toEqual([
        { text: 'So glad.', basedOn: DOROTHEA.basis },
        { text: 'So glad.', basedOn: now.basis },
      ]);
    },
  );

  it('is shown with the other reply if there is one too', async () => {
    const theirs = details({ ...now, replyAtGoogle: atGoogle({ text: 'From the counter.' }) });
    await sendUnseen(theirs, refused('review_changed', [{ field: 'reply', current: {}, wanted: {} }]));
    const group = within(await screen.findByRole('group', { name: 'Review changed' }));
    expect(group.getByText('Cold, and late.')).toBeTruthy();
    expect(group.getByText('From the counter.')).toBeTruthy();
    expect(group.getByRole('button', { name: 'Replace it with mine' })).toBeTruthy();
  });

  it('after the reply was written keeps it, and says why it wasn’t sent', async () => {
    const error = 'The review was changed after you wrote this, so your reply wasn’t sent.';
    const own = ownReply({ state: 'CONFLICT', text: 'So glad.', error, isReviewChanged: true });
    const asked = { ...now, ownReply: own };
    const { server, user } = openReviews([asked], {
      'POST /api/reviews/:id/reply/retry': () => details({ ...now, ownReply: ownReply() }),
    });
    expect(await screen.findByText(error)).toBeTruthy();
    expect(part().getByText('Review changed')).toBeTruthy();
    expect(part().getByText('So glad.')).toBeTruthy();
    expect(part().queryByText('On Google now')).toBeNull();
    expect(press('Discard mine')).toBeTruthy();
    await user.click(press('Send mine'));
    await waitFor(() =>
      expect(server.sent('POST /api/reviews/:id/reply/retry')[0]?.query).toEqual({ basedOn: now.basis }),
    );
  });
});

describe('A reply from another tab', () => {
  it('is shown beside what was typed', async () => {
    const now = details({
      ...DOROTHEA,
      basis: 'basis of theirs',
      ownReply: ownReply({ text: 'Thank you!' }),
    });
    const { user } = await sendUnseen(now, refused('reply_changed'));
    const group = within(await screen.findByRole('group', { name: 'Answered elsewhere' }));
    expect(group.getByText(/^Another reply was written in Shingle/)).toBeTruthy();
    expect(group.getByText('Thank you!')).toBeTruthy();
    await user.click(group.getByRole('button', { name: 'Keep that reply, discard mine' }));
    expect(screen.queryByRole('group', { name: 'Answered elsewhere' })).toBeNull();
    expect(document.activeElement).toBe(press('Edit reply'));
  });

  it('that takes away what is shown is said, and nothing is sent', async () => {
    const removal = ownReply({ kind: 'DELETE', text: null });
    await sendUnseen(details({ ...DOROTHEA, basis: 'basis', ownReply: removal }), refused('reply_changed'));
    const group = within(await screen.findByRole('group', { name: 'Answered elsewhere' }));
    expect(group.getByText(/^The reply was removed in Shingle/)).toBeTruthy();
    expect(group.getByRole('button', { name: 'Send mine' })).toBeTruthy();
  });

  it('is read when its predecessor was to be removed', async () => {
    const answered = review({ tab: 'ANSWERED', replyAtGoogle: atGoogle() });
    const changed = details({ ...answered, basis: 'basis', ownReply: ownReply({ text: 'Corrected.' }) });
    let isRefused = false;
    const { user } = openReviews(
      [answered],
      {
        'GET /api/reviews/:id': () => (isRefused ? changed : details(answered)),
        'DELETE /api/reviews/:id/reply': () => {
          isRefused = true;
          return refused('reply_changed');
        },
      },
      { address: '/dashboard?view=reputation&tab=answered' },
    );
    await screen.findByText('Public', { selector: 'section *' });
    await user.click(press('Remove reply'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove your reply?' }));
    await user.click(question.getByRole('button', { name: 'Remove reply' }));
    expect(await part().findByText('Corrected.')).toBeTruthy();
    expect(part().getByRole('alert').textContent).toBe('It was changed.');
  });

  it.each([
    ['PUT', /^An earlier reply is being sent and can’t be stopped. This one will be sent/],
    ['DELETE', /^An earlier reply is being sent and can’t be stopped. It will be removed/],
  ] as const)('that is being sent is named where a %s waits for it', async (kind, words) => {
    const own = ownReply({ kind, text: kind === 'PUT' ? 'Second' : null, isEarlierBeingSent: true });
    openReviews([review({ ownReply: own })]);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held } from '../../support/page/fake-server.js';
import { chooseLocation, dialog, fill, isClosed, openComposer, POST, setClock } from './setting.js';

const ADD = 'POST /api/photos';
const ADD_BUTTON = 'Add a photo';
const WAIT = 'Please wait until the photo is added';

const stored = (id: string): Schemas['PhotoDto'] => ({
  id,
  type: 'image/jpeg',
  width: 1600,
  height: 1200,
  size: 412_345,
});

const photo = ({ size = 40_000, type = 'image/jpeg', name = 'loaf.jpg' } = {}): File =>
  new File([new Uint8Array(size)], name, { type });

const button = (name: string) => dialog().getByRole('button', { name });
const choose = (file: File) =>
  fireEvent.change(dialog().getByLabelText('Photo file'), { target: { files: [file] } });
const preview = (id: string) => `/api/photos/${id}/preview?workspace=uid-1`;
const shown = () => dialog().queryByAltText<HTMLImageElement>('Chosen for this post')?.getAttribute('src');

beforeEach(() => setClock('2026-11-20T08:00:00Z'));

describe('A photo in the composer', () => {
  it('is sent as it is, shown, and scheduled with the post', async () => {
    const { server, user } = await openComposer({ [ADD]: () => stored('photo-1') });
    expect(dialog().getByText('JPEG or PNG, 10 kB to 5 MB, at least 250 px high and wide.')).toBeTruthy();
    choose(photo());
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    expect(server.sent(ADD).map(({ headers }) => headers['content-type'])).toEqual(['image/jpeg']);
    fill('Post content', 'Rye from six');
    await chooseLocation('Market Square');
    await user.click(button('Schedule'));
    await waitFor(() => expect(server.sent(POST)).toHaveLength(1));
    expect(server.sent(POST)[0]?.body).toMatchObject({ postBody: { photoId: 'photo-1' } });
  });

  it('can be replaced and removed', async () => {
    let added = 0;
    const { user } = await openComposer({ [ADD]: () => stored(`photo-${(added += 1)}`) });
    choose(photo());
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    choose(photo({ type: 'image/png', name: 'loaf.png' }));
    await waitFor(() => expect(shown()).toBe(preview('photo-2')));
    expect(button('Choose another photo')).toBeTruthy();
    await user.click(button('Remove photo'));
    expect(shown()).toBeUndefined();
    expect(button(ADD_BUTTON)).toBeTruthy();
  });

  it('is taken where it is dropped or pasted', async () => {
    let added = 0;
    await openComposer({ [ADD]: () => stored(`photo-${(added += 1)}`) });
    fireEvent.drop(button(ADD_BUTTON), { dataTransfer: { files: [photo()] } });
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    fireEvent.paste(dialog().getByLabelText('Post content'), { clipboardData: { files: [photo()] } });
    await waitFor(() => expect(shown()).toBe(preview('photo-2')));
  });

  it.each([
    [photo({ type: 'image/webp' }), 'This file isn’t a JPEG or PNG photo. Choose another one.'],
    [photo({ size: 5 * 1024 * 1024 + 1 }), 'This photo is larger than 5 MB. Choose a smaller one.'],
    [photo({ size: 10_239 }), 'This photo is too small: Google needs at least 10 kB.'],
  ])('is refused at once where Google would not take it: %#', async (file, words) => {
    const { server } = await openComposer();
    choose(file);
    expect(await dialog().findByText(words)).toBeTruthy();
    expect(server.sent(ADD)).toEqual([]);
  });

  it('says in the server’s words why it is refused, and keeps the photo that there was', async () => {
    const words = 'This photo is 200 × 200 px: Google needs at least 250 px high and wide.';
    const { server } = await openComposer({ [ADD]: () => stored('photo-1') });
    choose(photo());
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    server.on({
      [ADD]: () => failWith(400, 'validation_failed', 'No.', [{ field: 'photo', message: words }]),
    });
    choose(photo());
    expect(await dialog().findByText(words)).toBeTruthy();
    expect(shown()).toBe(preview('photo-1'));
  });

  it('is waited for before the post is scheduled', async () => {
    const answer = held<Schemas['PhotoDto']>();
    const { server, user } = await openComposer({ [ADD]: () => answer.promise });
    fill('Post content', 'Rye from six');
    await chooseLocation('Market Square');
    choose(photo());
    await user.click(button('Schedule'));
    expect(dialog().getByText(WAIT)).toBeTruthy();
    expect(server.sent(POST)).toEqual([]);
    answer.release(stored('photo-1'));
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    expect(screen.queryByText(WAIT)).toBeNull();
  });

  it('that is added while one goes on writing leaves what was written meanwhile', async () => {
    const answer = held<Schemas['PhotoDto']>();
    await openComposer({ [ADD]: () => answer.promise });
    choose(photo());
    fill('Post content', 'Rye from six');
    await chooseLocation('Market Square');
    answer.release(stored('photo-1'));
    await waitFor(() => expect(shown()).toBe(preview('photo-1')));
    expect(dialog().getByLabelText<HTMLTextAreaElement>('Post content').value).toBe('Rye from six');
    expect(dialog().getByRole<HTMLInputElement>('combobox', { name: 'Location' }).value).toContain(
      'Market Square',
    );
  });

  it('that arrives after the composer was closed leaves the draft as it is by then', async () => {
    const answer = held<Schemas['PhotoDto']>();
    const { user } = await openComposer({ [ADD]: () => answer.promise });
    choose(photo());
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    fill('Post content', 'Rye from six');
    answer.release(stored('photo-1'));
    await user.tab();
    expect(JSON.parse(sessionStorage.getItem('shingle.draft.uid-1') ?? '')).toMatchObject({
      summary: 'Rye from six',
      photoId: '',
    });
  });

  it('shows what Google would say of it', async () => {
    const reason =
      'Google can’t load photos from this server, because its address isn’t on the public internet.';
    await openComposer({
      [ADD]: () => stored('photo-1'),
      'POST /api/posts/preflight': () => ({
        findings: [
          { id: 'photo-unreachable', severity: 'block', field: 'postBody.photoId', reason, cure: null },
        ],
      }),
    });
    fill('Post content', 'Rye from six');
    choose(photo());
    expect(await dialog().findByText(reason)).toBeTruthy();
  });
});

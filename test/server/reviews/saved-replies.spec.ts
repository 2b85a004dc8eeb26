import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type {
  SavedReplyDto,
  SavedReplyListDto,
} from '../../../dist/server/reviews/saved-replies/saved-reply.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type Replying, startReplying } from '../../support/features/replies.ts';

let setting: Replying;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startReplying();
  idris = await setting.connected(PEOPLE.idris);
});
afterAll(() => setting.close());

const add = (title: string, text = 'Thank you, {name}! See you at {location}.', client = idris) =>
  client.send('post', '/api/saved-replies', { title, text });
const list = async (client = idris) =>
  ((await client.send('get', '/api/saved-replies').expect(200)).body as SavedReplyListDto).items;

describe('saved replies', () => {
  it('are kept by title, with their placeholders as they are', async () => {
    const { body } = await add('  Thanks ', ' Thank you, {name}! ').expect(201);
    expect(body).toMatchObject({ title: 'Thanks', text: 'Thank you, {name}!' });
    await add('apology').expect(201);
    expect((await list()).map(({ title }) => title)).toEqual(['apology', 'Thanks']);
  });

  it('have titles of their own, in whatever case', async () => {
    expect((await add('THANKS').expect(400)).body).toMatchObject({ errors: [{ field: 'title' }] });
    const [apology] = await list();
    await idris.send('patch', `/api/saved-replies/${apology!.id}`, { title: 'thanks' }).expect(400);
    await idris.send('patch', `/api/saved-replies/${apology!.id}`, { title: 'Apology' }).expect(200);
  });

  it('are texts that can be sent', async () => {
    for (const [title, text, field] of [
      ['', 'x', 'title'],
      ['t'.repeat(81), 'x', 'title'],
      ['Thanks\u202e', 'x', 'title'],
      ['Thanks\nagain', 'x', 'title'],
      ['Empty', '  ', 'text'],
      ['Long', 'é'.repeat(2049), 'text'],
      ['Bell', 'a\u0007', 'text'],
    ] as const)
      expect((await add(title, text).expect(400)).body).toMatchObject({ errors: [{ field }] });
    await add('Just fits', 'é'.repeat(2048)).expect(201);
  });

  it('can be changed and deleted', async () => {
    const { body } = await add('Short lived').expect(201);
    const { id, text } = body as SavedReplyDto;
    const changed = await idris.send('patch', `/api/saved-replies/${id}`, { title: 'Renamed' }).expect(200);
    expect(changed.body).toMatchObject({ id, title: 'Renamed', text });
    await idris.send('patch', `/api/saved-replies/${id}`, { text: null }).expect(400);
    await idris.send('delete', `/api/saved-replies/${id}`).expect(204);
    await idris.send('delete', `/api/saved-replies/${id}`).expect(404);
    await idris.send('patch', `/api/saved-replies/${id}`, { title: 'Again' }).expect(404);
  });

  it('are the workspace’s own, and there while a Business Profile is connected', async () => {
    const [first] = await list();
    const other = await setting.connected(PEOPLE.tamsin);
    expect(await list(other)).toEqual([]);
    await other.send('delete', `/api/saved-replies/${first!.id}`).expect(404);
    await add(first!.title, 'Mine', other).expect(201);
    const stranger = await setting.served.signUp();
    expect((await stranger.send('get', '/api/saved-replies').expect(409)).body).toMatchObject({
      code: 'connect/not-connected',
    });
  });

  it('are 200 at most, also when the last are added at the same time', async () => {
    const known = await list();
    await setting.served.database.executeSql(
      `insert into saved_replies (id, workspace_id, title, text, actor, created_at, updated_at)
       select gen_random_uuid(), $1, 'No. ' || n, 'Text', $1, now(), now() from generate_series(1, $2::int) n`,
      [idris.uid, 199 - known.length],
    );
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => add(`Last ${title}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_saved_replies',
    });
    expect(await list()).toHaveLength(200);
  });
});

import { and, asc, eq } from 'drizzle-orm';
import { noticeEvents, type NoticeKind } from '../../../dist/server/database/notices.schema.js';
import type { Client, SignedInClient, TestApp } from '../app.ts';
import { untilSeen } from '../until.ts';

/** The events of one kind in a workspace, in the order in which they happened. */
export function eventsOf(
  { database }: Pick<TestApp, 'database'>,
  { uid }: Pick<SignedInClient, 'uid'>,
  kind: NoticeKind,
) {
  return database.orm
    .select()
    .from(noticeEvents)
    .where(and(eq(noticeEvents.workspaceId, uid), eq(noticeEvents.kind, kind)))
    .orderBy(asc(noticeEvents.at), asc(noticeEvents.key));
}

/**
 * From now on no transaction commits that gives a row of this table such a value, and everything in it is undone.
 * @param condition SQL about `new`, the row
 * @returns lets them commit again
 */
export async function failCommits(
  { database }: Pick<TestApp, 'database'>,
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  await database.executeSql(`
    create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'the test lets nothing commit'; end $$;
    create constraint trigger refuse_commit after insert or update on ${table}
      deferrable initially deferred for each row when (${condition}) execute function refuse_commit()`);
  return async () => {
    await database.executeSql('drop function refuse_commit() cascade');
  };
}

/** Adds a webhook whose name leads nowhere. @returns its ID */
export async function webhookToNowhere(client: Client): Promise<string> {
  const webhook = { kind: 'webhook', url: 'https://hooks.example.com/shingle' };
  const { body } = await client.send('post', '/api/channels', webhook).expect(201);
  return (body as { id: string }).id;
}

/** Adds such a webhook, and sends it a message. Resolves once that has failed. */
export async function messageToNowhere(
  client: Client,
): Promise<{ channels: string[]; deliveries: string[] }> {
  const id = await webhookToNowhere(client);
  await client.send('post', `/api/channels/${id}/test`).expect(202);
  const delivery = await untilSeen('the end of a message to nowhere', async () => {
    const { body } = await client.send('get', '/api/deliveries').expect(200);
    const { items } = body as { items: { id: string; channelId: string; state: string }[] };
    return items.find(({ channelId, state }) => channelId === id && state === 'failed');
  });
  return { channels: [id], deliveries: [delivery.id] };
}

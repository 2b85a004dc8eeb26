import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { workspaces } from '../../dist/server/database/workspaces.schema.js';
import { inWorkspace, type SignedInClient, type TestApp } from './app.ts';

/** Makes a further workspace that a person owns, which no route does. @returns the person, acting in it */
export async function addWorkspace(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  client: SignedInClient,
): Promise<SignedInClient> {
  const id = randomUUID();
  await database.orm
    .insert(workspaces)
    .values({ id, name: 'Further', kind: 'personal', createdAt: clock.now() });
  await database.orm.execute(
    sql`insert into memberships (workspace_id, uid, role, created_at)
        select id, ${client.uid}, 'owner', created_at from workspaces where id = ${id}`,
  );
  return inWorkspace(client, id);
}

/** Ends a person's membership of a workspace, which no route does. */
export async function endMembership(
  { database }: Pick<TestApp, 'database'>,
  { uid, workspaceId }: SignedInClient,
): Promise<void> {
  await database.orm.execute(
    sql`delete from memberships where workspace_id = ${workspaceId} and uid = ${uid}`,
  );
}

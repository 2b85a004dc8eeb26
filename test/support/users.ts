import { randomUUID } from 'node:crypto';
import type { Database } from '../../dist/server/database/database.js';
import { memberships } from '../../dist/server/database/people.schema.js';
import { sessions, users } from '../../dist/server/database/schema.js';
import { workspaces } from '../../dist/server/database/workspaces.schema.js';

/** Removes all people and workspaces with all that they own, as if nobody had ever been here. */
export async function forgetEveryone(database: Database): Promise<void> {
  await database.orm.delete(workspaces);
  await database.orm.delete(users);
}

/** Puts users into the database, without anything that features give to new users. */
export async function addUsers(database: Database, ...uids: string[]): Promise<void> {
  const now = new Date();
  await database.orm.insert(users).values(
    uids.map((uid) => ({
      uid,
      displayName: uid,
      email: `${uid}@example.com`,
      firstName: uid,
      lastName: '',
      preferences: { theme: 'light' as const, notifications: true, emailUpdates: true },
      signInMethod: 'email' as const,
      lastSignIn: now,
      createdAt: now,
      updatedAt: now,
    })),
  );
  await database.orm
    .insert(workspaces)
    .values(uids.map((uid) => ({ id: uid, name: uid, kind: 'personal' as const, createdAt: now })));
  await database.orm
    .insert(memberships)
    .values(uids.map((uid) => ({ workspaceId: uid, uid, role: 'owner' as const, createdAt: now })));
}

/** Begins a session of a user, which no cookie opens. @returns its id */
export async function addSession(database: Database, uid: string): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  const endsAt = new Date(now.getTime() + 24 * 60 * 60_000);
  await database.orm
    .insert(sessions)
    .values({ id, uid, remembered: false, createdAt: now, lastSeenAt: now, endsAt });
  return id;
}

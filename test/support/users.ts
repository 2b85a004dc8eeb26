import type { Database } from '../../dist/server/database/database.js';
import { users, workspaces } from '../../dist/server/database/schema.js';

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
}

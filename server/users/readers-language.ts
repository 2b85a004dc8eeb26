import { eq } from 'drizzle-orm';
import { languageOf } from '../config/language.js';
import type { Orm } from '../database/database.js';
import { users } from '../database/schema.js';

/** The tag of the language whose dates the person who asks reads, for a sentence of the server that names one. */
export async function readersLanguage(orm: Orm, uid: string): Promise<string> {
  const [user] = await orm.select({ language: users.language }).from(users).where(eq(users.uid, uid));
  return languageOf(user ?? { language: null });
}

import { and, eq, type SQL } from 'drizzle-orm';
import type { mirrorAccounts, mirrorImports, mirrorLocations } from '../database/mirror.schema.js';

/** Whose copy of Google's data: a user's, as one Google account of theirs shows it. */
export interface MirrorOwner {
  uid: string;
  /** Google's stable key of the Google account (`sub`). */
  subject: string;
}

type MirrorTable = typeof mirrorAccounts | typeof mirrorImports | typeof mirrorLocations;

/** No query goes beyond this. */
export function ownedBy({ uid, subject }: MirrorOwner, table: MirrorTable): SQL | undefined {
  return and(eq(table.uid, uid), eq(table.subject, subject));
}

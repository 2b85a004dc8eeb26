import { and, type AnyColumn, eq, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.js';
import type { GoogleOwner, Owner } from './business-profile-provider.js';

/** An owner as one whose data comes from Google. Errors: `connect/not-connected` for any other. */
export function toGoogleOwner({ workspaceId, subject }: Owner): GoogleOwner {
  if (subject === null) throw AppError.of('connect/not-connected');
  return { workspaceId, subject };
}

/** Limits a query to the rows of an owner. Every query of a table with data from Google uses it. */
export function ownedBy(
  { workspaceId, subject }: GoogleOwner,
  table: { workspaceId: AnyColumn; subject: AnyColumn },
): SQL | undefined {
  return and(eq(table.workspaceId, workspaceId), eq(table.subject, subject));
}

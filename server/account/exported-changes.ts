import type { GoogleEditRow } from '../database/changes.schema.js';
import type { ExportedChangeRow } from './account.repository.js';
import type { ExportedChangeDto, ExportedGoogleEditDto } from './exported-changes.dto.js';

/** A line of the change log as the export has it. */
export function toExportedChange({ change, set, sent }: ExportedChangeRow): ExportedChangeDto {
  const { subject, accountId, locationId, locationName, field, before, after, origin, state, error } = change;
  return {
    googleAccount: subject,
    accountId,
    locationId,
    locationName,
    field,
    before: before ?? null,
    after: after ?? null,
    origin,
    state,
    error,
    setId: change.setId,
    setKind: set?.kind ?? null,
    actor: set?.actor ?? null,
    reason: set?.reason ?? null,
    at: change.at.toISOString(),
    backAt: change.backAt?.toISOString() ?? null,
    timesSent: sent?.timesSent ?? 0,
    sentAt: sent?.sentAt?.toISOString() ?? null,
  };
}

/** A value of Google or the public as the export has it. */
export function toExportedGoogleEdit(row: GoogleEditRow): ExportedGoogleEditDto {
  const { subject, accountId, locationId, locationName, field, ownerValue, publicValue } = row;
  const { state, times, firstSeenAt, lastSeenAt, decidedBy, decidedAt } = row;
  return {
    googleAccount: subject,
    accountId,
    locationId,
    locationName,
    field,
    ownerValue: ownerValue ?? null,
    publicValue: publicValue ?? null,
    state,
    times,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { frozen } from '../config/frozen.js';
import { bulkEdits } from '../database/bulk-edits.schema.js';
import { campaigns, campaignTargets, selections } from '../database/campaigns.schema.js';
import { changeSets, googleEdits, changeLines, locationChanges } from '../database/changes.schema.js';
import { googleConnections } from '../database/connection.schema.js';
import { lockedFields, lockEvents, profileLocks } from '../database/locks.schema.js';
import { mirrorAccounts, mirrorLocations } from '../database/mirror.schema.js';
import { noticeDeliveries, noticeEvents, notices, noticeSettings } from '../database/notices.schema.js';
import { memberships } from '../database/people.schema.js';
import { photos } from '../database/photos.schema.js';
import { savedReplies } from '../database/reviews.schema.js';
import { sampleEdits, sessions } from '../database/schema.js';
import { locationSettings } from '../database/zones.schema.js';
import type {
  ExportedBusinessAccountDto,
  ExportedConnectionDto,
  ExportedLocationDto,
  ExportedMembershipDto,
  ExportedSampleEditDto,
  ExportedSessionDto,
  ExportedTimeZoneDto,
} from './account.dto.js';
import type {
  ExportedCampaignDto,
  ExportedCampaignLocationDto,
  ExportedSelectionDto,
} from './exported-campaigns.dto.js';
import type { ExportedBulkEditDto } from './exported-bulk-edits.dto.js';
import type { ExportedChangeDto, ExportedGoogleEditDto } from './exported-changes.dto.js';
import type { ExportedList } from './exported-list.js';
import type { ExportedLockDto, ExportedLockedFieldDto, ExportedLockEventDto } from './exported-locks.dto.js';
import type {
  ExportedNoticeDeliveryDto,
  ExportedNoticeDto,
  ExportedNoticeEventDto,
  ExportedQuietHoursDto,
} from './exported-notices.dto.js';
import type { ExportedPhotoDto } from './exported-photos.dto.js';
import type { ExportedSavedReplyDto } from './exported-reviews.dto.js';

/** Columns with the names that the file has for them as well. */
export function columns<Table extends PgTable, Name extends keyof Table['_']['columns']>(
  table: Table,
  ...names: Name[]
): Pick<Table['_']['columns'], Name> {
  const all = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Table['_']['columns'], Name>;
}

/** At most one. */
export const CONNECTION: ExportedList<ExportedConnectionDto> = frozen({
  from: googleConnections,
  owner: googleConnections.workspaceId,
  order: [googleConnections.workspaceId],
  fields: {
    googleAccount: googleConnections.subject,
    ...columns(googleConnections, 'email', 'practice', 'scopes', 'state', 'connectedAt'),
  },
});

export const SESSIONS: ExportedList<ExportedSessionDto> = frozen({
  from: sessions,
  owner: sessions.uid,
  order: [sessions.createdAt],
  fields: {
    ...columns(sessions, 'remembered', 'createdAt', 'lastSeenAt', 'endsAt', 'endedAt'),
  },
});

export const MEMBERSHIPS: ExportedList<ExportedMembershipDto> = frozen({
  from: memberships,
  owner: memberships.uid,
  order: [memberships.createdAt, memberships.workspaceId],
  fields: columns(memberships, 'workspaceId', 'role', 'createdAt'),
});

export const SAMPLE_EDITS: ExportedList<ExportedSampleEditDto> = frozen({
  from: sampleEdits,
  owner: sampleEdits.workspaceId,
  order: [sampleEdits.locationId],
  fields: {
    ...columns(sampleEdits, 'locationId', 'changes', 'updatedAt'),
  },
});

export const PHOTOS: ExportedList<ExportedPhotoDto> = frozen({
  from: photos,
  owner: photos.workspaceId,
  order: [photos.createdAt, photos.id],
  fields: columns(photos, 'id', 'type', 'width', 'height', 'size', 'sha256', 'createdAt'),
});

export const CAMPAIGNS: ExportedList<ExportedCampaignDto> = frozen({
  from: campaigns,
  owner: campaigns.workspaceId,
  order: [campaigns.createdAt, campaigns.id],
  fields: {
    id: campaigns.id,
    googleAccount: campaigns.subject,
    ...columns(campaigns, 'name', 'state', 'isPaused'),
    postBody: campaigns.body,
    ...columns(campaigns, 'choice', 'wallTime', 'timeZone', 'spreadMinutes', 'closedDays', 'plan'),
    ...columns(campaigns, 'publishAt', 'createdAt', 'confirmedAt', 'undoneAt'),
  },
});

export const CAMPAIGN_LOCATIONS: ExportedList<ExportedCampaignLocationDto> = frozen({
  from: campaignTargets,
  join: [[campaigns, eq(campaigns.id, campaignTargets.campaignId)]],
  owner: campaigns.workspaceId,
  order: [campaignTargets.campaignId, campaignTargets.locationId],
  fields: {
    ...columns(campaignTargets, 'campaignId', 'accountId', 'locationId', 'locationName', 'storeCode'),
    ...columns(campaignTargets, 'facts', 'timeZone', 'wallTime', 'ownText', 'leftOut', 'warnings', 'postId'),
    ...columns(campaignTargets, 'undo', 'undoError', 'publishAt'),
  },
});

export const SELECTIONS: ExportedList<ExportedSelectionDto> = frozen({
  from: selections,
  owner: selections.workspaceId,
  order: [selections.createdAt, selections.id],
  fields: {
    id: selections.id,
    googleAccount: selections.subject,
    ...columns(selections, 'name', 'isLive', 'choice', 'createdAt', 'updatedAt'),
  },
});

export const BULK_EDITS: ExportedList<ExportedBulkEditDto> = frozen({
  from: bulkEdits,
  owner: bulkEdits.workspaceId,
  order: [bulkEdits.createdAt, bulkEdits.id],
  fields: {
    id: bulkEdits.id,
    googleAccount: bulkEdits.subject,
    ...columns(bulkEdits, 'actor', 'name', 'state', 'choice', 'change', 'createdAt', 'updatedAt'),
  },
});

export const LOCKS: ExportedList<ExportedLockDto> = frozen({
  from: profileLocks,
  owner: profileLocks.workspaceId,
  order: [profileLocks.createdAt, profileLocks.id],
  fields: {
    id: profileLocks.id,
    googleAccount: profileLocks.subject,
    ...columns(profileLocks, 'field', 'title', 'actor', 'createdAt'),
  },
});

export const LOCKED_FIELDS: ExportedList<ExportedLockedFieldDto> = frozen({
  from: lockedFields,
  owner: lockedFields.workspaceId,
  order: [lockedFields.lockId, lockedFields.locationName, lockedFields.locationId],
  fields: columns(
    lockedFields,
    ...([
      'lockId',
      'accountId',
      'locationId',
      'locationName',
      'storeCode',
      'field',
      'waits',
      'waitsSince',
    ] as const),
  ),
});

export const LOCK_EVENTS: ExportedList<ExportedLockEventDto> = frozen({
  from: lockEvents,
  owner: lockEvents.workspaceId,
  order: [lockEvents.at, lockEvents.id],
  fields: {
    googleAccount: lockEvents.subject,
    ...columns(lockEvents, 'lockId', 'field', 'locationId', 'locationName', 'storeCode', 'kind', 'value'),
    ...columns(lockEvents, 'heldSeconds', 'reason', 'at'),
  },
});

export const BUSINESS_ACCOUNTS: ExportedList<ExportedBusinessAccountDto> = frozen({
  from: mirrorAccounts,
  owner: mirrorAccounts.workspaceId,
  order: [mirrorAccounts.subject, mirrorAccounts.position],
  fields: { googleAccount: mirrorAccounts.subject, id: mirrorAccounts.id, data: mirrorAccounts.data },
});

export const LOCATIONS: ExportedList<ExportedLocationDto> = frozen({
  from: mirrorLocations,
  owner: mirrorLocations.workspaceId,
  order: [mirrorLocations.subject, mirrorLocations.accountId, mirrorLocations.id],
  fields: {
    googleAccount: mirrorLocations.subject,
    ...columns(mirrorLocations, 'accountId', 'id', 'state', 'readAt', 'data'),
  },
});

export const TIME_ZONES: ExportedList<ExportedTimeZoneDto> = frozen({
  from: locationSettings,
  owner: locationSettings.workspaceId,
  order: [locationSettings.subject, locationSettings.locationId],
  fields: {
    googleAccount: locationSettings.subject,
    ...columns(locationSettings, 'locationId', 'timeZone', 'updatedAt'),
  },
});

/** The change log, with who did it and how often it was sent. */
export const CHANGES: ExportedList<ExportedChangeDto> = frozen({
  from: changeLines,
  join: [
    [changeSets, eq(changeSets.id, changeLines.setId)],
    [locationChanges, eq(locationChanges.id, changeLines.locationChangeId)],
  ],
  owner: changeLines.workspaceId,
  order: [changeLines.at, changeLines.id],
  fields: {
    googleAccount: changeLines.subject,
    ...columns(changeLines, 'accountId', 'locationId', 'locationName', 'field', 'before', 'after'),
    ...columns(changeLines, 'origin', 'state', 'error', 'setId'),
    setKind: changeSets.kind,
    setName: changeSets.name,
    ...columns(changeSets, 'actor', 'reason'),
    ...columns(changeLines, 'at', 'backAt'),
    timesSent: sql`coalesce(${locationChanges.timesSent}, 0)`,
    sentAt: locationChanges.sentAt,
  },
});

export const GOOGLE_EDITS: ExportedList<ExportedGoogleEditDto> = frozen({
  from: googleEdits,
  owner: googleEdits.workspaceId,
  order: [googleEdits.subject, googleEdits.locationId, googleEdits.field, googleEdits.valueHash],
  fields: {
    googleAccount: googleEdits.subject,
    ...columns(googleEdits, 'accountId', 'locationId', 'locationName', 'field', 'ownerValue', 'publicValue'),
    ...columns(googleEdits, 'state', 'times', 'firstSeenAt', 'lastSeenAt', 'decidedBy', 'decidedAt'),
  },
});

export const SAVED_REPLIES: ExportedList<ExportedSavedReplyDto> = frozen({
  from: savedReplies,
  owner: savedReplies.workspaceId,
  order: [savedReplies.title],
  fields: {
    ...columns(savedReplies, 'title', 'text', 'actor', 'createdAt', 'updatedAt'),
  },
});

export const NOTICES: ExportedList<ExportedNoticeDto> = frozen({
  from: notices,
  owner: notices.workspaceId,
  order: [notices.firstAt, notices.id],
  fields: {
    ...columns(notices, 'id', 'kind', 'cause'),
    count: notices.events,
    ...columns(notices, 'firstAt', 'lastAt', 'readAt'),
  },
});

export const NOTICE_EVENTS: ExportedList<ExportedNoticeEventDto> = frozen({
  from: noticeEvents,
  owner: noticeEvents.workspaceId,
  order: [noticeEvents.key],
  fields: {
    ...columns(noticeEvents, 'noticeId', 'kind', 'cause', 'subject', 'at'),
  },
});

export const NOTICE_DELIVERIES: ExportedList<ExportedNoticeDeliveryDto> = frozen({
  from: noticeDeliveries,
  owner: noticeDeliveries.workspaceId,
  order: [noticeDeliveries.id],
  fields: {
    ...columns(noticeDeliveries, 'id', 'channelId', 'kind', 'content', 'state', 'answerCode', 'answer'),
    ...columns(noticeDeliveries, 'createdAt', 'endedAt'),
  },
});

/** At most one. */
export const QUIET_HOURS: ExportedList<ExportedQuietHoursDto> = frozen({
  from: noticeSettings,
  owner: noticeSettings.uid,
  order: [noticeSettings.uid],
  fields: {
    from: noticeSettings.quietFrom,
    until: noticeSettings.quietUntil,
    bellKinds: noticeSettings.bellKinds,
  },
});

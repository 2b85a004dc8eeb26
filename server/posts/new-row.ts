import { randomUUID } from 'node:crypto';
import type { Owner } from '../business-profile/port/business-profile-provider.js';
import type { Location } from '../business-profile/port/location.js';
import { toWallText } from '../config/wall-time.js';
import type { PostBody } from '../database/schema.js';
import type { PostRow } from './posts.repository.js';

/** The row of a post that waits for its time. */
export function newRow(
  { workspaceId, source, subject }: Owner,
  {
    id: locationId,
    name: locationName,
    storeCode,
    accountId,
  }: Pick<Location, 'id' | 'name' | 'storeCode' | 'accountId'>,
  { publishAt, timeZone, body }: { publishAt: Date; timeZone: string; body: PostBody },
  now: Date,
): PostRow {
  return {
    id: randomUUID(),
    workspaceId,
    source,
    subject,
    seeded: false,
    accountId,
    locationId,
    locationName,
    storeCode,
    timeZone,
    postType: body.topicType,
    body,
    publishAt,
    wallTime: toWallText(publishAt, timeZone),
    status: 'SCHEDULED',
    detail: null,
    version: 1,
    attempt: 0,
    leaseUntil: null,
    nextStepAt: publishAt,
    googleName: null,
    googleUrl: null,
    publishedAt: null,
    errorDetails: null,
    campaignId: null,
    isCampaignException: false,
    createdAt: now,
    updatedAt: now,
  };
}

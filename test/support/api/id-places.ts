import { type ApiDocument, type DocumentedOperation, resolved, type Schema } from './api-document.ts';
import type { RequestParts } from './requests.ts';

/** What an id can be of. */
export type Kind =
  | 'accounts'
  | 'locations'
  | 'posts'
  | 'changes'
  | 'changeSets'
  | 'googleEdits'
  | 'notices'
  | 'channels'
  | 'mailChannels'
  | 'deliveries'
  | 'photos'
  | 'reviews'
  | 'savedReplies'
  | 'campaigns'
  | 'selections'
  | 'bulkEdits'
  | 'locks'
  | 'findings';

/** Where an id can stand in a request, and of what; nobody's: ids that all people share. */
export const ID_PLACES: Record<string, Kind | 'nobody'> = {
  'getLocation path id': 'locations',
  'getLocationStats path id': 'locations',
  'listAttributes path id': 'locations',
  'listMoreHoursTypes path id': 'locations',
  'listLocations query accountId': 'accounts',
  'listPosts query locationId': 'locations',
  'schedulePost body locationId': 'locations',
  'listZones query locationIds': 'locations',
  'getStatistics query locationIds': 'locations',
  'getStatistics query accountId': 'accounts',
  'getStatistics query selectionId': 'selections',
  'rankLocations query locationIds': 'locations',
  'rankLocations query accountId': 'accounts',
  'rankLocations query selectionId': 'selections',
  'listKeywords query locationIds': 'locations',
  'listKeywords query accountId': 'accounts',
  'listKeywords query selectionId': 'selections',
  'listEvents query locationIds': 'locations',
  'listEvents query accountId': 'accounts',
  'listEvents query selectionId': 'selections',
  'listHolidays query accountId': 'accounts',
  'listHolidays query selectionId': 'selections',
  'listHolidayDates query accountId': 'accounts',
  'listHolidayDates query selectionId': 'selections',
  'listHolidayBlanks query accountId': 'accounts',
  'listHolidayBlanks query selectionId': 'selections',
  'listLastYear query accountId': 'accounts',
  'listLastYear query selectionId': 'selections',
  'sayZones body locationId': 'locations',
  'listOpenZones query campaignId': 'campaigns',
  'getPhoto path id': 'photos',
  'getPhotoPreview path id': 'photos',
  'findLocations body accountId': 'accounts',
  'findLocations body locationIds': 'locations',
  'findLocations body selectionId': 'selections',
  'addSelection body accountId': 'accounts',
  'addSelection body locationIds': 'locations',
  'addSelection body selectionId': 'selections',
  'updateSelection path id': 'selections',
  'updateSelection body addLocationIds': 'locations',
  'createBulkEdit body accountId': 'accounts',
  'createBulkEdit body locationIds': 'locations',
  'createBulkEdit body selectionId': 'selections',
  'getBulkEdit path id': 'bulkEdits',
  'listBulkRows path id': 'bulkEdits',
  'validateBulkEdit path id': 'bulkEdits',
  'updateBulkEdit body accountId': 'accounts',
  'updateBulkEdit body locationIds': 'locations',
  'updateBulkEdit body selectionId': 'selections',
  'updateBulkEdit path id': 'bulkEdits',
  'confirmBulkEdit path id': 'bulkEdits',
  'deleteBulkEdit path id': 'bulkEdits',
  'listLocks query locationId': 'locations',
  'createLocks body accountId': 'accounts',
  'createLocks body locationIds': 'locations',
  'createLocks body selectionId': 'selections',
  'listLockEvents path id': 'locks',
  'updateLock path id': 'locks',
  'deleteLock path id': 'locks',
  'listFindings query locationId': 'locations',
  'listRules query locationId': 'locations',
  'dismissFindings body ids': 'findings',
  'bringBackFindings body ids': 'findings',
  'planCampaign body accountId': 'accounts',
  'planCampaign body locationIds': 'locations',
  'planCampaign body selectionId': 'selections',
  'planCampaign body photoId': 'photos',
  'getCampaign path id': 'campaigns',
  'listTargets path id': 'campaigns',
  'updateCampaign body accountId': 'accounts',
  'updateCampaign body locationIds': 'locations',
  'updateCampaign body selectionId': 'selections',
  'updateCampaign body photoId': 'photos',
  'updateCampaign path id': 'campaigns',
  'changeTargets body locationId': 'locations',
  'changeTargets path id': 'campaigns',
  'planAgain path id': 'campaigns',
  // After the plan was made again, so that nothing is confirmed.
  'chooseAgain path id': 'campaigns',
  'confirmCampaign path id': 'campaigns',
  'pauseCampaign path id': 'campaigns',
  'resumeCampaign path id': 'campaigns',
  'undoCampaign path id': 'campaigns',
  'listLeftOut path id': 'campaigns',
  'takeInTargets path id': 'campaigns',
  'takeInTargets body locationIds': 'locations',
  'retryTargets path id': 'campaigns',
  'retryTargets body locationIds': 'locations',
  'deleteCampaign path id': 'campaigns',
  'deleteSelection path id': 'selections',
  'schedulePost body photoId': 'photos',
  'updatePost body photoId': 'photos',
  'checkPost body photoId': 'photos',
  'getPost path id': 'posts',
  'updatePost path id': 'posts',
  'updatePost body locationId': 'locations',
  'deletePost path id': 'posts',
  'retryPost path id': 'posts',
  'retryPosts body ids': 'posts',
  'checkPost body locationId': 'locations',
  'checkPost body postId': 'posts',
  'listChanges query locationId': 'locations',
  'exportChanges query locationId': 'locations',
  'listGoogleEdits query locationId': 'locations',
  'getVersion path id': 'locations',
  'restoreLocation path id': 'locations',
  'getChange path id': 'changes',
  'undoChange path id': 'changes',
  'getChangeSet path id': 'changeSets',
  'undoChangeSet path id': 'changeSets',
  'listSetLocations path id': 'changeSets',
  'previewSetUndo path id': 'changeSets',
  'stopChangeSet path id': 'changeSets',
  'retryChangeSet path id': 'changeSets',
  'decideGoogleEdits body ids': 'googleEdits',
  'rejectGoogleEdit path id': 'googleEdits',
  'acceptGoogleEdit path id': 'googleEdits',
  'listReviews query locationId': 'locations',
  'getReviewSummary query locationId': 'locations',
  'getReview path id': 'reviews',
  'checkReply body reviewId': 'reviews',
  'putReply path id': 'reviews',
  'retryReply path id': 'reviews',
  'discardReply path id': 'reviews',
  'deleteReply path id': 'reviews',
  'updateSavedReply path id': 'savedReplies',
  'deleteSavedReply path id': 'savedReplies',
  'readNotices body ids': 'notices',
  'listDeliveries query channelId': 'channels',
  'retryDelivery path id': 'deliveries',
  'testChannel path id': 'channels',
  'sendChannelProof path id': 'mailChannels',
  'updateChannel path id': 'channels',
  // After all others that need it.
  'deleteChannel path id': 'channels',
  // Last, since Google reviews a place that gets another name, and takes no posts for it until then.
  'updateLocation path id': 'locations',
  'updateLocation body categoryIds': 'nobody',
  'updateLocation body hoursTypeId': 'nobody',
  'createBulkEdit body hoursTypeId': 'nobody',
  'updateBulkEdit body hoursTypeId': 'nobody',
};

const PLAIN_POST = {
  languageCode: 'en-US',
  summary: 'Text',
  topicType: 'STANDARD',
};

/** The ids in the choice of locations. */
const CHOSEN = ['accountId', 'locationIds', 'selectionId'];

/** A bulk edit whose answers for holidays name a location, as its choice does. */
const closedAt = (locationId: string) => ({
  holidays: [{ answer: 'closed', dates: ['2030-12-25'], locationIds: [locationId], isFill: false }],
});

/** The request with that id in that place, and no key under which it was made before. */
export function withId(request: RequestParts, place: string, id: string): RequestParts {
  const [, where, name = ''] = place.split(' ');
  const { 'Idempotency-Key': _key, ...headers } = request.headers;
  if (where === 'path') return { ...request, headers, path: { ...request.path, [name]: id } };
  if (where === 'body') {
    const body = request.body as Record<string, unknown>;
    if (Array.isArray(body.items))
      return {
        ...request,
        headers,
        body: { ...body, items: body.items.map((item: object) => ({ ...item, [name]: id })) },
      };
    if (/BulkEdit/.test(place) && name === 'locationIds')
      return { ...request, headers, body: { ...body, choice: { locationIds: [id] }, change: closedAt(id) } };
    if (/Campaign|Selection|BulkEdit|createLocks|findLocations/.test(place) && CHOSEN.includes(name))
      return { ...request, headers, body: { ...body, choice: { [name]: name.endsWith('s') ? [id] : id } } };
    if (name === 'photoId')
      return {
        ...request,
        headers,
        body: { ...body, postBody: { ...PLAIN_POST, photoId: id } },
      };
    return {
      ...request,
      headers,
      body: { ...body, [name]: name.endsWith('s') ? [id] : id },
    };
  }
  return {
    ...request,
    headers,
    query: [...request.query.filter(([other]) => other !== name), [name, id]],
  };
}

/** Every place of an operation where an id can stand. */
export function* idPlaces(document: ApiDocument, operation: DocumentedOperation): Generator<string> {
  const isId = (name: string): boolean => /(^id|[a-z]Id)s?$/.test(name);
  for (const { in: where, name } of operation.parameters)
    if (where === 'path' || isId(name)) yield `${operation.id} ${where} ${name}`;
  for (const name of new Set(namesIn(document, operation.body)))
    if (isId(name)) yield `${operation.id} body ${name}`;
}

/** The names of all fields of a body, however deep. */
function namesIn(document: ApiDocument, schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, items } = resolved(document, schema);
  const deeper = [...Object.values(properties), ...(items ? [items] : [])];
  return [...Object.keys(properties), ...deeper.flatMap((inner) => namesIn(document, inner))];
}

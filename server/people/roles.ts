import { frozen } from '../config/frozen.js';
import type { Role } from '../database/people.schema.js';

/** For each role, whether it may do an operation. */
type Row = Readonly<Record<Role, boolean>>;

/**
 * The operations that need a session, by their name in the API document: first those on the data of a workspace, with what
 * each role may do there. An operation without a row is refused to everybody.
 */
export const WORKSPACE_OPERATIONS = frozen<Record<string, Row>>({
  // Notices
  listNotices: { owner: true },
  readNotices: { owner: true },
  getNoticeSettings: { owner: true },
  updateNoticeSettings: { owner: true },
  createChannel: { owner: true },
  updateChannel: { owner: true },
  deleteChannel: { owner: true },
  testChannel: { owner: true },
  listDeliveries: { owner: true },
  retryDelivery: { owner: true },
  sendChannelProof: { owner: true },
  proveChannel: { owner: true },
  // Connection
  getConnectionStatus: { owner: true },
  keepConnection: { owner: true },
  disconnect: { owner: true },
  beginConnection: { owner: true },
  finishConnection: { owner: true },
  getMirror: { owner: true },
  refreshMirror: { owner: true },
  // Time zones
  listZones: { owner: true },
  sayZones: { owner: true },
  listOpenZones: { owner: true },
  // Listings
  listAccounts: { owner: true },
  listLocations: { owner: true },
  getLocation: { owner: true },
  updateLocation: { owner: true },
  listAttributes: { owner: true },
  listMoreHoursTypes: { owner: true },
  searchCategories: { owner: true },
  getLocationStats: { owner: true },
  // Holidays
  listHolidays: { owner: true },
  listHolidayDates: { owner: true },
  listHolidayBlanks: { owner: true },
  listLastYear: { owner: true },
  // Photos
  addPhoto: { owner: true },
  getPhoto: { owner: true },
  getPhotoPreview: { owner: true },
  // Posts
  listPosts: { owner: true },
  schedulePost: { owner: true },
  getPost: { owner: true },
  updatePost: { owner: true },
  deletePost: { owner: true },
  checkPost: { owner: true },
  retryPosts: { owner: true },
  retryPost: { owner: true },
  // Campaigns
  listCampaigns: { owner: true },
  planCampaign: { owner: true },
  getCampaign: { owner: true },
  updateCampaign: { owner: true },
  deleteCampaign: { owner: true },
  planAgain: { owner: true },
  confirmCampaign: { owner: true },
  chooseAgain: { owner: true },
  pauseCampaign: { owner: true },
  resumeCampaign: { owner: true },
  undoCampaign: { owner: true },
  listTargets: { owner: true },
  changeTargets: { owner: true },
  listLeftOut: { owner: true },
  takeInTargets: { owner: true },
  retryTargets: { owner: true },
  listSelections: { owner: true },
  addSelection: { owner: true },
  listLabels: { owner: true },
  findLocations: { owner: true },
  updateSelection: { owner: true },
  deleteSelection: { owner: true },
  // Change log
  listChanges: { owner: true },
  exportChanges: { owner: true },
  getChange: { owner: true },
  undoChange: { owner: true },
  getChangeSet: { owner: true },
  listSetLocations: { owner: true },
  previewSetUndo: { owner: true },
  undoChangeSet: { owner: true },
  stopChangeSet: { owner: true },
  retryChangeSet: { owner: true },
  getVersion: { owner: true },
  restoreLocation: { owner: true },
  listGoogleEdits: { owner: true },
  acceptGoogleEdit: { owner: true },
  rejectGoogleEdit: { owner: true },
  decideGoogleEdits: { owner: true },
  // Bulk edits
  listBulkEdits: { owner: true },
  createBulkEdit: { owner: true },
  getBulkEdit: { owner: true },
  updateBulkEdit: { owner: true },
  deleteBulkEdit: { owner: true },
  listBulkRows: { owner: true },
  validateBulkEdit: { owner: true },
  confirmBulkEdit: { owner: true },
  // Locks
  listLocks: { owner: true },
  createLocks: { owner: true },
  updateLock: { owner: true },
  deleteLock: { owner: true },
  listLockEvents: { owner: true },
  // Tasks
  listTasks: { owner: true },
  listFindings: { owner: true },
  listRules: { owner: true },
  dismissFindings: { owner: true },
  bringBackFindings: { owner: true },
  // Reviews
  listReviews: { owner: true },
  getReviewSummary: { owner: true },
  getReview: { owner: true },
  checkReply: { owner: true },
  putReply: { owner: true },
  deleteReply: { owner: true },
  retryReply: { owner: true },
  discardReply: { owner: true },
  listSavedReplies: { owner: true },
  addSavedReply: { owner: true },
  updateSavedReply: { owner: true },
  deleteSavedReply: { owner: true },
  // Statistics
  getStatistics: { owner: true },
  rankLocations: { owner: true },
  listKeywords: { owner: true },
  listEvents: { owner: true },
  // Account
  exportAccount: { owner: true },
  exportPhotos: { owner: true },
  getOverview: { owner: true },
  // On a person's own machine alone, and not in the API document
  beginPractice: { owner: true },
});

/** Those on what is a person's own, whatever workspace the request names: sign-in, profile, the end of the account. */
export const PERSONAL_OPERATIONS = Object.freeze([
  'logOut',
  'logOutEverywhere',
  'getProfile',
  'updateProfile',
  'changePassword',
  'getAccount',
  'deleteAccount',
]);

/** Whether an operation is on the data of a workspace. */
export function isOfWorkspace(operation: string): boolean {
  return Object.hasOwn(WORKSPACE_OPERATIONS, operation);
}

/** Whether a role may do an operation on the data of a workspace. */
export function mayDo(role: Role, operation: string): boolean {
  return isOfWorkspace(operation) && WORKSPACE_OPERATIONS[operation]?.[role] === true;
}

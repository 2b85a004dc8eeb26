/** The hosts of Google's APIs. Each is a folder of the simulator's one origin, so that a call to the wrong API fails. */
export const API_HOSTS = Object.freeze({
  accounts: 'mybusinessaccountmanagement.googleapis.com',
  information: 'mybusinessbusinessinformation.googleapis.com',
  verifications: 'mybusinessverifications.googleapis.com',
  performance: 'businessprofileperformance.googleapis.com',
  v4: 'mybusiness.googleapis.com',
} as const);

export type Api = keyof typeof API_HOSTS;

/** Everything that can be asked of the simulator, and by whom: a server with a token, a server, or a browser. */
export const OPERATIONS = Object.freeze({
  'oauth.authorize': 'page',
  'oauth.exchange': 'oauth',
  'oauth.refresh': 'oauth',
  'oauth.revoke': 'oauth',
  'oauth.userinfo': 'oauth',
  'oauth.certs': 'oauth',
  'accounts.list': 'api',
  'accounts.get': 'api',
  'locations.list': 'api',
  'locations.get': 'api',
  'locations.getGoogleUpdated': 'api',
  'locations.patch': 'api',
  'categories.list': 'api',
  'categories.batchGet': 'api',
  'attributes.list': 'api',
  'locations.getAttributes': 'api',
  'locations.updateAttributes': 'api',
  'locations.attributes.getGoogleUpdated': 'api',
  'voiceOfMerchantState.get': 'api',
  'localPosts.create': 'api',
  'localPosts.get': 'api',
  'localPosts.list': 'api',
  'localPosts.patch': 'api',
  'localPosts.delete': 'api',
  'reviews.list': 'api',
  'reviews.get': 'api',
  'reviews.batchGet': 'api',
  'reviews.updateReply': 'api',
  'reviews.deleteReply': 'api',
  'media.list': 'api',
  'performance.dailyMetrics': 'api',
  'performance.searchKeywords': 'api',
  'photos.get': 'page',
  'place.get': 'page',
} as const);

export type Operation = keyof typeof OPERATIONS;

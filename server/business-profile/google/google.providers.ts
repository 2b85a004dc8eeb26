import type { Provider } from '@nestjs/common';
import { AccessTokens } from './access-tokens.js';
import { CategorySearch } from './category-search.js';
import { GoogleApi } from './google-api.js';
import { GoogleCalls } from './google-calls.js';
import { GooglePosts } from './google-posts.js';
import { GoogleProvider } from './google-provider.js';
import { GoogleHttp } from './google-request.js';
import { GoogleTime } from './google-time.js';
import { GoogleTiming } from './google-timing.js';
import { LocationFigures } from './location-figures.js';
import { LocationReader } from './location-reader.js';
import { GoogleQuota } from './quota.js';

/** Everything that the Google adapter is made of; it needs the connections and the mirror beside it. */
export const GOOGLE_PROVIDERS: readonly Provider[] = Object.freeze([
  AccessTokens,
  GoogleTiming,
  GoogleTime,
  GoogleHttp,
  GoogleQuota,
  GoogleCalls,
  GoogleApi,
  LocationReader,
  LocationFigures,
  CategorySearch,
  GooglePosts,
  GoogleProvider,
]);

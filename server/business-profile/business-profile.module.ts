import { Module, type Provider } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { TokenCipher } from '../security/token-cipher.js';
import { UsersModule } from '../users/users.module.js';
import { BusinessProfileProviders } from './business-profile-providers.js';
import { AccessTokens, ConnectionProbeJob } from './connection/access-tokens.js';
import { ConnectionSetupService } from './connection/connection-setup.service.js';
import { ConnectionsController } from './connection/connections.controller.js';
import { ConnectionsRepository } from './connection/connections.repository.js';
import { ConnectionsService } from './connection/connections.service.js';
import { CategorySearch } from './google/category-search.js';
import { GoogleApis } from './connection/google-apis.js';
import { GoogleApisRepository } from './connection/google-apis.repository.js';
import { GoogleApiAsking } from './calls/google-api-asking.js';
import { GoogleApi } from './calls/google-api.js';
import { GoogleCalls } from './calls/google-calls.js';
import { GoogleClock, GoogleTimeouts } from './calls/google-clock.js';
import { GooglePosts } from './google/google-posts.js';
import { GoogleProvider } from './google/google-provider.js';
import { GoogleHttp } from './calls/google-request.js';
import { LeftOutThings } from './calls/left-out.js';
import { LocationReader } from './google/location-reader.js';
import { MirrorMoves } from './mirror/mirror-moves.js';
import { MirrorReadings } from './mirror/mirror-readings.js';
import { ProfileChanger } from './google/profile-changer.js';
import { MirrorController } from './mirror/mirror.controller.js';
import { MirrorImport } from './mirror/mirror-import.js';
import { MirrorImportsRepository } from './mirror/mirror-imports.repository.js';
import { MirrorWriter } from './mirror/mirror-writer.js';
import { MirrorRepository } from './mirror/mirror.repository.js';
import { MirrorService } from './mirror/mirror.service.js';
import { MovedLocations } from './google/moved-locations.js';
import { PostedLocations } from './mirror/posted-locations.js';
import { ProfileCatalogue } from './google/profile-catalogue.js';
import { GoogleReviews } from './google/google-reviews.js';
import { DayUpdates } from './calls/day-updates.js';
import { GoogleQuota } from './calls/quota.js';
import { ChangeEnds } from './google/change-ends.js';
import { ChangeSender } from './google/change-sender.js';
import { ChangeLedger } from './changes/change-ledger.js';
import { ChangeRetries } from './changes/change-retries.js';
import { PlannedChanges } from './changes/planned-changes.js';
import { LocationTurns } from './changes/location-turns.js';
import { SampleEditsRepository } from './sample/sample-edits.repository.js';
import { SampleDelays, SampleProvider } from './sample/sample-provider.js';

/** The parts of the Google adapter, except the connections and the mirror, which it uses. */
export const GOOGLE_PROVIDERS: readonly Provider[] = Object.freeze([
  AccessTokens,
  GoogleApisRepository,
  GoogleApis,
  GoogleTimeouts,
  GoogleClock,
  GoogleHttp,
  GoogleQuota,
  DayUpdates,
  GoogleCalls,
  GoogleApi,
  GoogleApiAsking,
  LeftOutThings,
  MirrorReadings,
  LocationReader,
  LocationTurns,
  ChangeLedger,
  ChangeRetries,
  PlannedChanges,
  ChangeEnds,
  ChangeSender,
  ProfileChanger,
  CategorySearch,
  ProfileCatalogue,
  MirrorMoves,
  MovedLocations,
  GooglePosts,
  GoogleReviews,
  GoogleProvider,
]);

/** Business data, from the source that each workspace uses. */
@Module({
  imports: [AuthModule, UsersModule],
  controllers: [ConnectionsController, MirrorController],
  providers: [
    TokenCipher,
    ConnectionsRepository,
    ConnectionsService,
    ConnectionSetupService,
    MirrorRepository,
    PostedLocations,
    MirrorImportsRepository,
    MirrorWriter,
    MirrorImport,
    MirrorService,
    ...GOOGLE_PROVIDERS,
    ConnectionProbeJob,
    SampleDelays,
    SampleEditsRepository,
    SampleProvider,
    BusinessProfileProviders,
  ],
  exports: [
    BusinessProfileProviders,
    ConnectionSetupService,
    ConnectionsService,
    ChangeLedger,
    ChangeRetries,
    PlannedChanges,
    LocationTurns,
    GoogleApi,
    GoogleApis,
    GoogleTimeouts,
    GoogleQuota,
    DayUpdates,
    GoogleReviews,
    LeftOutThings,
    LocationReader,
    MirrorRepository,
    PostedLocations,
    ProfileChanger,
  ],
})
export class BusinessProfileModule {}

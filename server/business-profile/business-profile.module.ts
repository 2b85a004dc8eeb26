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
import { FiguresRetention } from './google/figures-retention.js';
import { FiguresRepository } from './google/figures.repository.js';
import { StoredFiguresRepository } from './google/stored-figures.repository.js';
import { GoogleApiAsking } from './google/google-api-asking.js';
import { GoogleApi } from './google/google-api.js';
import { GoogleCalls } from './google/google-calls.js';
import { GoogleClock, GoogleTimeouts } from './google/google-clock.js';
import { GooglePosts } from './google/google-posts.js';
import { GoogleProvider } from './google/google-provider.js';
import { GoogleHttp } from './google/google-request.js';
import { LeftOutThings } from './google/left-out.js';
import { LocationFigures } from './google/location-figures.js';
import { LocationReader } from './google/location-reader.js';
import { MirrorMoves } from './google/mirror-moves.js';
import { MirrorReadings } from './google/mirror-readings.js';
import { ProfileSaver } from './google/profile-saver.js';
import { MirrorController } from './google/mirror.controller.js';
import { MirrorImport } from './google/mirror-import.js';
import { MirrorImportsRepository } from './google/mirror-imports.repository.js';
import { MirrorWriter } from './google/mirror-writer.js';
import { MirrorRepository } from './google/mirror.repository.js';
import { MirrorService } from './google/mirror.service.js';
import { MovedLocations } from './google/moved-locations.js';
import { PostedLocations } from './google/posted-locations.js';
import { ProfileCatalogue } from './google/profile-catalogue.js';
import { GoogleReviews } from './google/google-reviews.js';
import { DayUpdates } from './google/day-updates.js';
import { GoogleQuota } from './google/quota.js';
import { SaveSender } from './google/save-sender.js';
import { ChangeLedger } from './record/change-ledger.js';
import { PlannedSaves } from './record/planned-saves.js';
import { LocationTurns } from './record/location-turns.js';
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
  PlannedSaves,
  SaveSender,
  ProfileSaver,
  FiguresRepository,
  StoredFiguresRepository,
  FiguresRetention,
  LocationFigures,
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
    PlannedSaves,
    LocationTurns,
    FiguresRepository,
    FiguresRetention,
    GoogleApi,
    GoogleApis,
    GoogleQuota,
    DayUpdates,
    GoogleReviews,
    LeftOutThings,
    LocationFigures,
    LocationReader,
    MirrorRepository,
    PostedLocations,
    ProfileSaver,
  ],
})
export class BusinessProfileModule {}

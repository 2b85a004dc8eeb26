import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { TokenCipher } from '../security/token-cipher.js';
import { UsersModule } from '../users/users.module.js';
import { BusinessProfileProviders } from './business-profile-providers.js';
import { ConnectionController } from './connection.controller.js';
import { ConnectionProbeJob } from './connection-probe.job.js';
import { ConnectionSetupService } from './connection-setup.service.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsService } from './connections.service.js';
import { GOOGLE_PROVIDERS } from './google/google.providers.js';
import { GoogleQuota } from './google/quota.js';
import { MirrorController } from './mirror.controller.js';
import { MirrorImport } from './mirror-import.js';
import { MirrorImportsRepository } from './mirror-imports.repository.js';
import { MirrorRepository } from './mirror.repository.js';
import { MirrorService } from './mirror.service.js';
import { MirrorWriter } from './mirror-writer.js';
import { SampleDelays } from './sample/sample-delays.js';
import { SampleEditsRepository } from './sample/sample-edits.repository.js';
import { SampleProvider } from './sample/sample-provider.js';

/** Business data, from the source that each user sees. */
@Module({
  imports: [AuthModule, UsersModule],
  controllers: [ConnectionController, MirrorController],
  providers: [
    TokenCipher,
    ConnectionsRepository,
    ConnectionsService,
    ConnectionSetupService,
    MirrorRepository,
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
  exports: [BusinessProfileProviders, ConnectionsService, GoogleQuota, MirrorRepository],
})
export class BusinessProfileModule {}

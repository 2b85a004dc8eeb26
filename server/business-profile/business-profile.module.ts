import { Module } from '@nestjs/common';
import { BusinessProfileProviders } from './business-profile-providers.js';
import { ConnectionController } from './connection.controller.js';
import { MirrorController } from './mirror.controller.js';
import { SampleDelays } from './sample/sample-delays.js';
import { SampleEditsRepository } from './sample/sample-edits.repository.js';
import { SampleProvider } from './sample/sample-provider.js';

/** Business data, from the source that each user sees. */
@Module({
  controllers: [ConnectionController, MirrorController],
  providers: [SampleDelays, SampleEditsRepository, SampleProvider, BusinessProfileProviders],
  exports: [BusinessProfileProviders],
})
export class BusinessProfileModule {}

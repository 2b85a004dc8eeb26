import { Module } from '@nestjs/common';
import { BusinessProfileProvider } from './business-profile-provider.js';
import { ConnectionController } from './connection.controller.js';
import { SampleDelays } from './sample/sample-delays.js';
import { SampleEditsRepository } from './sample/sample-edits.repository.js';
import { SampleProvider } from './sample/sample-provider.js';

/** Business data, from wherever the adapter bound here takes it. */
@Module({
  controllers: [ConnectionController],
  providers: [
    SampleDelays,
    SampleEditsRepository,
    { provide: BusinessProfileProvider, useClass: SampleProvider },
  ],
  exports: [BusinessProfileProvider],
})
export class BusinessProfileModule {}

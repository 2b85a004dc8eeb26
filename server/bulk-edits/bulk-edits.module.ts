import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { BulkConfirmation } from './bulk-confirmation.js';
import { BulkEditsController } from './bulk-edits.controller.js';
import { BulkEditsRepository } from './bulk-edits.repository.js';
import { BulkEditsService } from './bulk-edits.service.js';
import { BulkPlaces } from './bulk-places.js';
import { BulkPreview } from './bulk-preview.js';
import { BulkSetSource } from './bulk-set-source.js';
import { BulkValidation } from './bulk-validation.js';
import { WaitingChanges } from './waiting-changes.js';

/** Many locations changed at once: prepared, previewed, confirmed. The rest of its life is that of a set of changes. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ChangesModule, PostsModule, ZonesModule],
  controllers: [BulkEditsController],
  providers: [
    BulkEditsRepository,
    WaitingChanges,
    BulkPlaces,
    BulkPreview,
    BulkValidation,
    BulkConfirmation,
    BulkSetSource,
    BulkEditsService,
  ],
  exports: [BulkEditsService],
})
export class BulkEditsModule {}

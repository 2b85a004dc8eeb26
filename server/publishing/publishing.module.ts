import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { PostAccess } from './access.js';
import { EndingGrants } from './ending-grants.js';
import { HoldsRepository } from './holds.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { ReconcileStep } from './reconcile-step.js';
import { PostPublisher } from './post-publisher.js';
import { PublishDispatcher } from './publish-dispatcher.js';
import { PublishingMetrics } from './publishing.metrics.js';
import { RefusalReasons } from './refusal-reasons.js';
import { ReviewStep } from './review-step.js';
import { SendStep } from './send-step.js';

/** Publishes scheduled posts when they are due. */
@Module({
  imports: [BusinessProfileModule, PhotosModule, PostsModule, CampaignsModule],
  providers: [
    LedgerRepository,
    HoldsRepository,
    PostAccess,
    SendStep,
    ReconcileStep,
    ReviewStep,
    RefusalReasons,
    PublishingMetrics,
    PostPublisher,
    PublishDispatcher,
    EndingGrants,
  ],
  exports: [PublishingMetrics, PostPublisher, PublishDispatcher, RefusalReasons],
})
export class PublishingModule {}

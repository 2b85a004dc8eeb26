import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { PostAccess } from './access.js';
import { HoldsRepository } from './holds.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { LookStep } from './look-step.js';
import { PostPublisher } from './post-publisher.js';
import { PublishPostJob } from './publish-post.job.js';
import { PublishingMetrics } from './publishing.metrics.js';
import { ReviewStep } from './review-step.js';
import { SendStep } from './send-step.js';

/** Publishes scheduled posts when they are due. */
@Module({
  imports: [BusinessProfileModule, PostsModule],
  providers: [
    LedgerRepository,
    HoldsRepository,
    PostAccess,
    SendStep,
    LookStep,
    ReviewStep,
    PublishingMetrics,
    PostPublisher,
    PublishPostJob,
  ],
  exports: [PublishingMetrics, PostPublisher, PublishPostJob],
})
export class PublishingModule {}

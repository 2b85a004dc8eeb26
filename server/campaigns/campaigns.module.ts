import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { UsersModule } from '../users/users.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { CampaignDraftsRepository } from './campaign-drafts.repository.js';
import { CampaignDraftsService } from './campaign-drafts.service.js';
import { CampaignFacts } from './campaign-facts.js';
import { CampaignPlanRepository } from './campaign-plan.repository.js';
import { CampaignPlanner } from './campaign-planner.js';
import { CampaignFiguresRepository } from './campaign-figures.js';
import { CampaignReader } from './campaign-reader.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignChanges } from './campaign-changes.js';
import { CampaignDeletions } from './campaign-deletions.js';
import { DeletionLedger } from './deletion-ledger.js';
import { CampaignDispatcher } from './campaign-dispatcher.js';
import { CampaignLocks } from './campaign-locks.js';
import { CampaignPosts } from './campaign-posts.js';
import { CampaignScheduler } from './campaign-scheduler.js';
import { CampaignSlices } from './campaign-slices.js';
import { CampaignUndo } from './campaign-undo.js';
import { ChosenLocations } from './chosen-locations.js';
import { SelectionsController } from './selections.controller.js';
import { SelectionsRepository } from './selections.repository.js';
import { SelectionsService } from './selections.service.js';

/** One text for many locations: chosen, planned, confirmed, followed and undone. */
@Module({
  imports: [BusinessProfileModule, UsersModule, ZonesModule, PhotosModule, PostsModule],
  controllers: [CampaignsController, SelectionsController],
  providers: [
    CampaignsRepository,
    CampaignFiguresRepository,
    CampaignReader,
    CampaignFacts,
    CampaignPlanRepository,
    CampaignPlanner,
    CampaignDraftsRepository,
    CampaignDraftsService,
    CampaignLocks,
    CampaignSlices,
    CampaignScheduler,
    CampaignUndo,
    CampaignDeletions,
    DeletionLedger,
    CampaignDispatcher,
    CampaignChanges,
    CampaignPosts,
    CampaignsService,
    ChosenLocations,
    SelectionsRepository,
    SelectionsService,
  ],
  exports: [CampaignDispatcher, CampaignPosts, ChosenLocations, SelectionsService],
})
export class CampaignsModule {}

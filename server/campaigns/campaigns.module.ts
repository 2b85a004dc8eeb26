import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { UsersModule } from '../users/users.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { CampaignDraftsService } from './campaign-drafts.service.js';
import { CampaignFacts } from './plan/campaign-facts.js';
import { CampaignPlanRepository } from './plan/campaign-plan.repository.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { CampaignReadModel } from './campaign-read-model.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignChanges } from './campaign-changes.js';
import { CampaignLeftOut } from './campaign-left-out.js';
import { OwnCampaigns } from './own-campaigns.js';
import { CampaignDeletions } from './work/campaign-deletions.js';
import { DeletionLedger } from './work/deletion-ledger.js';
import { CampaignDispatcher } from './work/campaign-dispatcher.js';
import { CampaignLocks } from './work/campaign-locks.js';
import { CampaignSendRules } from './work/campaign-send-rules.js';
import { CampaignScheduler } from './work/campaign-scheduler.js';
import { TargetPostsRepository } from './work/target-posts.repository.js';
import { CampaignUndo } from './work/campaign-undo.js';
import { ChosenLocations } from './selections/chosen-locations.js';
import { SelectionsController } from './selections/selections.controller.js';
import { SelectionsRepository } from './selections/selections.repository.js';
import { SelectionsService } from './selections/selections.service.js';

/** One text for many locations: chosen, planned, confirmed, followed and undone. */
@Module({
  imports: [BusinessProfileModule, UsersModule, ZonesModule, PhotosModule, PostsModule],
  controllers: [CampaignsController, SelectionsController],
  providers: [
    CampaignsRepository,
    OwnCampaigns,
    CampaignReadModel,
    CampaignFacts,
    CampaignPlanRepository,
    CampaignPlanner,
    CampaignDraftsService,
    CampaignLocks,
    TargetPostsRepository,
    CampaignScheduler,
    CampaignUndo,
    CampaignDeletions,
    DeletionLedger,
    CampaignDispatcher,
    CampaignChanges,
    CampaignSendRules,
    CampaignsService,
    CampaignLeftOut,
    ChosenLocations,
    SelectionsRepository,
    SelectionsService,
  ],
  exports: [CampaignDispatcher, CampaignSendRules, ChosenLocations, SelectionsService],
})
export class CampaignsModule {}

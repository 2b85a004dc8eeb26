import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { CampaignDraftsService } from './campaign-drafts.service.js';
import { CampaignPlanner } from './campaign-planner.js';
import { CampaignFiguresRepository } from './campaign-figures.js';
import { CampaignReader } from './campaign-reader.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { SelectionsController } from './selections.controller.js';
import { SelectionsService } from './selections.service.js';

/** One text for many locations: chosen, planned, confirmed, followed and undone. */
@Module({
  imports: [BusinessProfileModule, ZonesModule, PhotosModule, PostsModule],
  controllers: [CampaignsController, SelectionsController],
  providers: [
    CampaignsRepository,
    CampaignFiguresRepository,
    CampaignReader,
    CampaignPlanner,
    CampaignDraftsService,
    CampaignsService,
    SelectionsService,
  ],
})
export class CampaignsModule {}

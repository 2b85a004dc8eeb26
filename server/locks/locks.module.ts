import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { LockDetailsRepository } from './lock-details.repository.js';
import { LockPlanner } from './lock-planner.js';
import { LocksController } from './locks.controller.js';
import { LocksRepository } from './locks.repository.js';
import { LocksService } from './locks.service.js';

/** Fields that are kept as their owner has them. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ChangesModule],
  controllers: [LocksController],
  providers: [LocksRepository, LockDetailsRepository, LockPlanner, LocksService],
  exports: [LockPlanner],
})
export class LocksModule {}

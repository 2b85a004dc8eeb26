import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';

@Module({
  imports: [BusinessProfileModule],
  controllers: [OverviewController],
  providers: [OverviewService, OverviewRepository],
})
export class AccountModule {}

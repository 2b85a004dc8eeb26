import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account.controller.js';
import { AccountExportRepository } from './account-export.repository.js';
import { AccountExportService } from './account-export.service.js';
import { AccountRemoval } from './account-removal.js';
import { AccountRepository } from './account.repository.js';
import { AccountService } from './account.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';

@Module({
  imports: [AuthModule, BusinessProfileModule, UsersModule],
  controllers: [AccountController, OverviewController],
  providers: [
    AccountService,
    AccountRepository,
    AccountRemoval,
    AccountExportService,
    AccountExportRepository,
    OverviewService,
    OverviewRepository,
  ],
})
export class AccountModule {}

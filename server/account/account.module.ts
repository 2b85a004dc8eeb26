import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountExportService } from './account-export.service.js';
import { AccountRemoval } from './account-removal.js';
import { AccountController, OverviewController } from './account.controller.js';
import { ExportedRows } from './exported-rows.js';
import { AccountService } from './account.service.js';
import { PostCountsRepository } from './post-counts.repository.js';
import { PhotoExportService } from './photo-export.service.js';

@Module({
  imports: [AuthModule, BusinessProfileModule, NoticesModule, PeopleModule, PhotosModule, UsersModule],
  controllers: [AccountController, OverviewController],
  providers: [
    AccountService,
    AccountRemoval,
    AccountExportService,
    ExportedRows,
    PostCountsRepository,
    PhotoExportService,
  ],
  exports: [AccountRemoval],
})
export class AccountModule {}

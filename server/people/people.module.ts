import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';
import { WorkspaceGuard } from './workspace.guard.js';

@Module({
  // Its guards come first: the workspace is found for the session.
  imports: [AuthModule],
  providers: [MembershipsRepository, MembershipsService, { provide: APP_GUARD, useClass: WorkspaceGuard }],
  exports: [MembershipsService],
})
export class PeopleModule {}

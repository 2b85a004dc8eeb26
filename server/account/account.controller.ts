import { Body, Controller, Delete, Get, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IDENTITY_TOOLKIT_ERRORS } from '../auth/identity-toolkit-errors.js';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { Costly, Throttled } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { WorkspaceInQuery, WorkspaceQueryDto } from '../people/workspace-name.js';
import { AccountExportService } from './account-export.service.js';
import {
  AccountDeletedDto,
  AccountExportDto,
  AccountCountsDto,
  DeleteAccountDto,
  OverviewDto,
  OverviewQueryDto,
} from './account.dto.js';
import { AccountService } from './account.service.js';
import { PhotoExportService } from './photo-export.service.js';

@ApiTags('Account')
@Controller('account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly exports: AccountExportService,
    private readonly photoExport: PhotoExportService,
  ) {}

  /** The contents of the account, for a person who is about to delete it. */
  @Get()
  getAccount(@CurrentUser() { uid }: CurrentSession): Promise<AccountCountsDto> {
    return this.account.describe(uid);
  }

  /**
   * Everything that is stored about the user, as a file. It is made while it is sent, and stored nowhere. One at a time,
   * and three in an hour.
   */
  @Get('export')
  @WorkspaceInQuery()
  @Costly('export')
  @ApiOkResponse({ type: AccountExportDto, description: 'An attachment, `shingle-<date>.json`.' })
  @ApiErrors('not_found')
  exportAccount(
    @CurrentOwner() owner: RequestOwner,
    @Query() _query: WorkspaceQueryDto,
  ): Promise<StreamableFile> {
    return this.exports.fileOf(owner);
  }

  /**
   * The photos themselves, as a ZIP with the ids that the export names. It is made while it is sent, and stored nowhere;
   * three an hour, and one at a time.
   */
  @Get('export/photos')
  @WorkspaceInQuery()
  @Costly('photo-export')
  @ApiOkResponse({
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    description: 'An attachment, `shingle-photos-<date>.zip`.',
  })
  exportPhotos(
    @CurrentOwner() owner: RequestOwner,
    @Query() _query: WorkspaceQueryDto,
  ): Promise<StreamableFile> {
    return this.photoExport.fileOf(owner);
  }

  /**
   * Deletes the account and everything that belongs to it, here, at Firebase, and the access to Google. What is
   * published at Google stays there.
   */
  @Delete()
  @Throttled('reauthentication')
  @ApiErrors('not_found', 'auth/requires-recent-login', 'post_being_sent', ...IDENTITY_TOOLKIT_ERRORS)
  deleteAccount(
    @CurrentUser() session: CurrentSession,
    @Body() body: DeleteAccountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountDeletedDto> {
    return this.account.delete(session, body, response);
  }
}

@ApiTags('Account')
@Controller('overview')
export class OverviewController {
  constructor(private readonly account: AccountService) {}

  /** The four counters of the overview. */
  @Get()
  async getOverview(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() { timeZone = 'UTC' }: OverviewQueryDto,
  ): Promise<OverviewDto> {
    return this.account.countOverview(workspaceId, timeZone);
  }
}

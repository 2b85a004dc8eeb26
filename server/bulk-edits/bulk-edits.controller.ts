import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MadeSetDto } from '../changes/change.dto.js';
import { ApiErrors, GOOGLE_READ_ERRORS } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { IdempotencyKey } from '../posts/idempotency-key.js';
import { UuidInPath } from '../security/path-ids.js';
import {
  BulkEditDto,
  BulkEditListDto,
  BulkRowListDto,
  BulkRowQueryDto,
  ConfirmBulkEditDto,
  NewBulkEditDto,
  UpdateBulkEditDto,
} from './bulk-edit.dto.js';
import { BulkEditsService } from './bulk-edits.service.js';

/** Many locations changed at once, with a preview of each. It is there while a Business Profile is connected. */
@ApiTags('Bulk edits')
@Controller('bulk-edits')
export class BulkEditsController {
  constructor(private readonly bulkEdits: BulkEditsService) {}

  /** The drafts of the workspace that were not confirmed yet. */
  @Get()
  listBulkEdits(@CurrentOwner() { workspaceId }: RequestOwner): Promise<BulkEditListDto> {
    return this.bulkEdits.list(workspaceId);
  }

  /** Prepares a bulk edit: works out what each location would get. Nothing is sent before it is confirmed. */
  @Post()
  @ApiErrors('not_found', 'connect/not-connected', 'bulk_edits_off')
  createBulkEdit(@CurrentOwner() owner: RequestOwner, @Body() body: NewBulkEditDto): Promise<BulkEditDto> {
    return this.bulkEdits.create(owner, body);
  }

  /** A draft with its preview in numbers. */
  @Get(':id')
  @ApiErrors('connect/not-connected', 'bulk_edits_off')
  getBulkEdit(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<BulkEditDto> {
    return this.bulkEdits.get(workspaceId, id);
  }

  /** Changes a draft, and works its preview out again. */
  @Patch(':id')
  @ApiErrors('connect/not-connected', 'bulk_edits_off', 'bulk_edit_confirmed', 'changed_since')
  updateBulkEdit(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdateBulkEditDto,
  ): Promise<BulkEditDto> {
    return this.bulkEdits.update(workspaceId, id, body);
  }

  /** Deletes a draft. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('connect/not-connected', 'bulk_edits_off', 'bulk_edit_confirmed')
  deleteBulkEdit(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.bulkEdits.delete(workspaceId, id);
  }

  /** What each location would get. */
  @Get(':id/rows')
  @ApiErrors('connect/not-connected', 'bulk_edits_off')
  listBulkRows(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: BulkRowQueryDto,
  ): Promise<BulkRowListDto> {
    return this.bulkEdits.rows(workspaceId, id, query);
  }

  /** Asks Google whether it would accept the changes of up to 50 locations, those with warnings first. Nothing changes there. */
  @Post(':id/validate')
  @HttpCode(200)
  @ApiErrors(
    'connect/not-connected',
    'bulk_edits_off',
    'bulk_edit_confirmed',
    'google/day-full',
    ...GOOGLE_READ_ERRORS,
  )
  validateBulkEdit(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<BulkEditDto> {
    return this.bulkEdits.validate(workspaceId, id);
  }

  /**
   * Makes it a set of changes with the same id, which is sent in the background. When locations have changed since the
   * preview, the answer is 409: the draft then has a new version with what they would get now.
   */
  @Post(':id/confirm')
  @HttpCode(202)
  @ApiErrors(
    'connect/not-connected',
    'bulk_edits_off',
    'bulk_edit_confirmed',
    'bulk_edit_empty',
    'changed_since',
    'request_in_progress',
    'idempotency_key_reused',
  )
  confirmBulkEdit(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: ConfirmBulkEditDto,
    @IdempotencyKey() key?: string,
  ): Promise<MadeSetDto> {
    return this.bulkEdits.confirm(owner, id, body, key);
  }
}

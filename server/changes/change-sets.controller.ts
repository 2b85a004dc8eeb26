import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { UuidInPath } from '../security/path-ids.js';
import {
  ChangeSetDto,
  RetriedSetDto,
  SetLocationListDto,
  SetLocationQueryDto,
  SetUndoQueryDto,
  UndoneFieldListDto,
} from './change-set.dto.js';
import { MadeSetDto, ReasonDto } from './change.dto.js';
import { ChangeSetsService } from './change-sets.service.js';

/** What was done together, how far it is, and how to stop it, try it again or undo it. */
@ApiTags('Change log')
@Controller('change-sets/:id')
export class ChangeSetsController {
  constructor(private readonly sets: ChangeSetsService) {}

  /** What was done together, how far it is, and what its undo would change. */
  @Get()
  @ApiErrors('connect/not-connected')
  getChangeSet(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<ChangeSetDto> {
    return this.sets.get(workspaceId, id);
  }

  /** What became of each location, in the order of their ids: of those that need somebody, first those that failed. */
  @Get('locations')
  @ApiErrors('connect/not-connected')
  listSetLocations(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: SetLocationQueryDto,
  ): Promise<SetLocationListDto> {
    return this.sets.listLocations(workspaceId, id, query);
  }

  /** The fields that an undo of the set would change, location by location. */
  @Get('undo')
  @ApiErrors('connect/not-connected')
  previewSetUndo(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: SetUndoQueryDto,
  ): Promise<UndoneFieldListDto> {
    return this.sets.previewUndo(workspaceId, id, query);
  }

  /** Takes back what is possible of a set, in the background. What of the set was not sent yet is stopped. */
  @Post('undo')
  @HttpCode(202)
  @ApiErrors('connect/not-connected', 'cannot_undo')
  async undoChangeSet(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @UuidInPath() id: string,
    @Body() { reason = null }: ReasonDto,
  ): Promise<MadeSetDto> {
    return { setId: await this.sets.undo(workspaceId, id, { actor, reason }) };
  }

  /** Ends what of a set was not sent yet. What was sent is not taken back by it. */
  @Post('stop')
  @HttpCode(204)
  @ApiErrors('connect/not-connected')
  stopChangeSet(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.sets.stop(workspaceId, id);
  }

  /** Tries the locations that failed once more, in the background: neither those left alone nor those whose outcome is not known. */
  @Post('retry')
  @HttpCode(202)
  @ApiErrors('connect/not-connected')
  async retryChangeSet(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<RetriedSetDto> {
    return { locations: await this.sets.retry(workspaceId, id) };
  }
}

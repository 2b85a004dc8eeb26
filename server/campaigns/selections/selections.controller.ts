import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { ApiErrors } from '../../errors/api-errors.js';
import { UuidInPath } from '../../security/path-ids.js';
import {
  ChosenLocationsDto,
  ChosenQueryDto,
  LabelListDto,
  NewSelectionDto,
  SelectionDto,
  SelectionListDto,
  UpdateSelectionDto,
} from './selection.dto.js';
import { SelectionsService } from './selections.service.js';

/** Chosen locations, for a campaign or kept under a name. */
@ApiTags('Campaigns')
@Controller('selections')
export class SelectionsController {
  constructor(private readonly selections: SelectionsService) {}

  /** The kept selections of the connected Google account. */
  @Get()
  async listSelections(@CurrentOwner() { workspaceId }: RequestOwner): Promise<SelectionListDto> {
    return { items: await this.selections.list(workspaceId) };
  }

  /** The labels of the locations, to choose by. */
  @Get('labels')
  async listLabels(@CurrentOwner() { workspaceId }: RequestOwner): Promise<LabelListDto> {
    return { items: await this.selections.labels(workspaceId) };
  }

  /** The locations that a choice means. Nothing is stored. */
  @Post('matches')
  @HttpCode(200)
  @ApiErrors('not_found', 'connect/not-connected')
  findLocations(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() query: ChosenQueryDto,
  ): Promise<ChosenLocationsDto> {
    return this.selections.matches(workspaceId, query);
  }

  /** Keeps a choice under a name, or begins one that is sent in parts. */
  @Post()
  @ApiErrors('not_found', 'connect/not-connected', 'too_many_selections')
  addSelection(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() body: NewSelectionDto,
  ): Promise<SelectionDto> {
    return this.selections.add(workspaceId, session.id, body);
  }

  /** Renames a selection, or adds to its codes and locations. */
  @Patch(':id')
  @ApiErrors('connect/not-connected', 'too_many_selections')
  updateSelection(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdateSelectionDto,
  ): Promise<SelectionDto> {
    return this.selections.update(workspaceId, id, body);
  }

  /** Deletes a selection. Campaigns that were planned with it keep their locations. */
  @Delete(':id')
  @HttpCode(204)
  deleteSelection(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.selections.delete(workspaceId, id);
  }
}

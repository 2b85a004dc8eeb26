import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { Costly } from '../auth/throttle.guard.js';
import { ApiErrors, GOOGLE_SAVE_ERRORS } from '../errors/api-errors.js';
import { WorkspaceInQuery } from '../people/workspace-name.js';
import { LocationIdInPath, UuidInPath } from '../security/path-ids.js';
import {
  ChangeDetailsDto,
  ChangeListDto,
  ChangeQueryDto,
  ExportChangesQueryDto,
  MadeSetDto,
  ReasonDto,
  RestoreDto,
  VersionDto,
  VersionQueryDto,
} from './change.dto.js';
import { ChangesService } from './changes.service.js';
import { AnswerEditDto, DecideEditsDto, GoogleEditListDto, GoogleEditQueryDto } from './google-edit.dto.js';
import { GoogleEditsService } from './google-edits.service.js';
import { UndoService } from './undo.service.js';

/** The errors of every change that is sent to Google while a person waits. */
const CHANGING = ['connect/not-connected', 'cannot_undo', ...GOOGLE_SAVE_ERRORS] as const;

/** The change log: what happened to the profiles, and how to undo it. It is there while a Business Profile is connected. */
@ApiTags('Change log')
@Controller()
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly undo: UndoService,
    private readonly edits: GoogleEditsService,
  ) {}

  /** Every changed field of every location, the latest first, with the counts for the tabs. */
  @Get('changes')
  @ApiErrors('connect/not-connected')
  listChanges(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: ChangeQueryDto,
  ): Promise<ChangeListDto> {
    return this.changes.list(workspaceId, query);
  }

  /** The same as a table of comma-separated values, whole; one at a time, and ten in a row, then one a minute. */
  @Get('changes/export')
  @WorkspaceInQuery()
  @Costly('change-export')
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiErrors('connect/not-connected')
  exportChanges(
    @CurrentOwner() owner: RequestOwner,
    @Query() query: ExportChangesQueryDto,
  ): Promise<StreamableFile> {
    return this.changes.fileOf(owner, query);
  }

  /** A change, and what its undo would change. */
  @Get('changes/:id')
  @ApiErrors('connect/not-connected')
  getChange(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<ChangeDetailsDto> {
    return this.changes.get(workspaceId, id);
  }

  /** Takes a change back: its field gets the value from before, and nothing else changes. */
  @Post('changes/:id/undo')
  @HttpCode(204)
  @ApiErrors(...CHANGING)
  async undoChange(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @UuidInPath() id: string,
    @Body() { reason = null }: ReasonDto,
  ): Promise<void> {
    await this.undo.undo(await this.changes.ownerOf(workspaceId), id, { actor, reason });
  }

  /** The fields of a location that would go back to what they were at a moment. */
  @Get('locations/:id/versions')
  @ApiErrors('connect/not-connected')
  async getVersion(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @LocationIdInPath() id: string,
    @Query() { at }: VersionQueryDto,
  ): Promise<VersionDto> {
    return { at, ...(await this.undo.versionAt(await this.changes.ownerOf(workspaceId), id, new Date(at))) };
  }

  /** Gives a location the values that it had at a moment. What cannot go back stays as it is. */
  @Post('locations/:id/restore')
  @HttpCode(204)
  @ApiErrors(...CHANGING)
  async restoreLocation(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @LocationIdInPath() id: string,
    @Body() { at, reason = null, basedOn }: RestoreDto,
  ): Promise<void> {
    const owner = await this.changes.ownerOf(workspaceId);
    await this.undo.restore(owner, id, { moment: new Date(at), basedOn }, { actor, reason });
  }

  /** What Google and the public changed, the latest seen first, with the counts for the tabs. */
  @Get('google-edits')
  @ApiErrors('connect/not-connected')
  listGoogleEdits(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: GoogleEditQueryDto,
  ): Promise<GoogleEditListDto> {
    return this.edits.list(workspaceId, query);
  }

  /** Uses Google’s value from now on. */
  @Post('google-edits/:id/accept')
  @HttpCode(204)
  @ApiErrors(...CHANGING, 'too_many_locks')
  acceptGoogleEdit(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: AnswerEditDto,
  ): Promise<void> {
    return this.edits.decide(owner, id, 'accept', body);
  }

  /** Keeps the owner’s value, so that the public sees it again. Google may change it once more. */
  @Post('google-edits/:id/reject')
  @HttpCode(204)
  @ApiErrors(...CHANGING, 'too_many_locks')
  rejectGoogleEdit(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: AnswerEditDto,
  ): Promise<void> {
    return this.edits.decide(owner, id, 'reject', body);
  }

  /** Answers many edits alike, in the background. */
  @Post('google-edits/decide')
  @HttpCode(202)
  @ApiErrors('not_found', 'connect/not-connected', 'too_many_locks')
  async decideGoogleEdits(
    @CurrentOwner() owner: RequestOwner,
    @Body() body: DecideEditsDto,
  ): Promise<MadeSetDto> {
    return { setId: await this.edits.decideAll(owner, body) };
  }
}

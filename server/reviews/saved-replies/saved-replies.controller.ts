import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { ApiErrors } from '../../errors/api-errors.js';
import { UuidInPath } from '../../security/path-ids.js';
import {
  NewSavedReplyDto,
  SavedReplyDto,
  SavedReplyListDto,
  UpdateSavedReplyDto,
} from './saved-reply.dto.js';
import { SavedRepliesService } from './saved-replies.service.js';

/** Texts for replies, which all people of a workspace share. They are there while a Business Profile is connected. */
@ApiTags('Reviews')
@Controller('saved-replies')
export class SavedRepliesController {
  constructor(private readonly saved: SavedRepliesService) {}

  /** All of them, by title. */
  @Get()
  @ApiErrors('connect/not-connected')
  async listSavedReplies(@CurrentOwner() { workspaceId }: RequestOwner): Promise<SavedReplyListDto> {
    return { items: await this.saved.list(workspaceId) };
  }

  /** Keeps a text under a title. */
  @Post()
  @ApiErrors('connect/not-connected', 'too_many_saved_replies')
  addSavedReply(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() body: NewSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.add(owner, session.id, body);
  }

  /** Changes a text or its title. */
  @Patch(':id')
  @ApiErrors('connect/not-connected')
  updateSavedReply(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdateSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.update(owner, id, body);
  }

  /** Deletes a text. Replies that were made from it stay. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('connect/not-connected')
  deleteSavedReply(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.saved.delete(workspaceId, id);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
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
  async listSavedReplies(@CurrentUser() { uid }: CurrentSession): Promise<SavedReplyListDto> {
    return { items: await this.saved.list(uid) };
  }

  /** Keeps a text under a title. */
  @Post()
  @ApiErrors('connect/not-connected', 'too_many_saved_replies')
  addSavedReply(
    @CurrentUser() session: CurrentSession,
    @Body() body: NewSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.add(session, body);
  }

  /** Changes a text or its title. */
  @Patch(':id')
  @ApiErrors('connect/not-connected')
  updateSavedReply(
    @CurrentUser() { uid }: CurrentSession,
    @UuidInPath() id: string,
    @Body() body: UpdateSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.update(uid, id, body);
  }

  /** Deletes a text. Replies that were made from it stay. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('connect/not-connected')
  deleteSavedReply(@CurrentUser() { uid }: CurrentSession, @UuidInPath() id: string): Promise<void> {
    return this.saved.delete(uid, id);
  }
}

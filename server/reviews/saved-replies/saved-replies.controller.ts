import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { ApiErrors } from '../../errors/api-errors.js';
import { UuidPipe } from '../../security/validation.js';
import {
  NewSavedReplyDto,
  SavedReplyDto,
  SavedReplyListDto,
  UpdateSavedReplyDto,
} from './saved-reply.dto.js';
import { SavedRepliesService } from './saved-replies.service.js';

const SAVED_REPLY_ID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;

/** Texts for replies, which all people of a workspace share. They are there while a Business Profile is connected. */
@ApiTags('Reviews')
@Controller('saved-replies')
export class SavedRepliesController {
  constructor(private readonly saved: SavedRepliesService) {}

  /** All of them, by title. */
  @Get()
  @ApiErrors('not_signed_in', 'connect/not-connected')
  async listSavedReplies(@CurrentUser() { uid }: CurrentSession): Promise<SavedReplyListDto> {
    return { items: await this.saved.list(uid) };
  }

  /** Keeps a text under a title. */
  @Post()
  @ApiErrors('validation_failed', 'not_signed_in', 'connect/not-connected', 'too_many_saved_replies')
  addSavedReply(
    @CurrentUser() session: CurrentSession,
    @Body() body: NewSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.add(session, body);
  }

  /** Changes a text or its title. */
  @Patch(':id')
  @ApiParam(SAVED_REPLY_ID)
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found', 'connect/not-connected')
  updateSavedReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateSavedReplyDto,
  ): Promise<SavedReplyDto> {
    return this.saved.update(uid, id, body);
  }

  /** Deletes a text. Replies that were made from it stay. */
  @Delete(':id')
  @ApiParam(SAVED_REPLY_ID)
  @HttpCode(204)
  @ApiErrors('not_signed_in', 'not_found', 'connect/not-connected')
  deleteSavedReply(@CurrentUser() { uid }: CurrentSession, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.saved.delete(uid, id);
  }
}

import { Controller, Get, Header, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidPipe } from '../security/validation.js';
import { MAX_PHOTO_BYTES } from './photo-cleaning.js';
import { PhotoDto } from './photo.dto.js';
import { PhotosService } from './photos.service.js';
import { PHOTO_POLICY } from './served-photos.js';

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

/** Photos for posts. `served-photos.ts` has the public addresses. */
@ApiTags('Photos')
@Controller('photos')
export class PhotosController {
  constructor(private readonly photos: PhotosService) {}

  /**
   * Adds a photo: the file itself is the body. It is checked by its bytes, turned upright and freed of all metadata. One
   * that no post has is deleted after a day.
   */
  @Post()
  @ApiConsumes('image/jpeg', 'image/png')
  @ApiBody({ schema: { ...BYTES.schema, maxLength: MAX_PHOTO_BYTES } })
  @ApiErrors('validation_failed', 'not_signed_in', 'too_many_photos')
  addPhoto(@CurrentUser() { uid }: CurrentSession, @Req() request: Request): Promise<PhotoDto> {
    return this.photos.add(uid, request);
  }

  /** A photo of one’s own. */
  @Get(':id')
  @Header('Content-Security-Policy', PHOTO_POLICY)
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } })
  @ApiOkResponse({ content: { 'image/jpeg': BYTES, 'image/png': BYTES } })
  @ApiErrors('not_signed_in', 'not_found')
  async getPhoto(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
  ): Promise<StreamableFile> {
    const { type, bytes } = await this.photos.read(uid, id);
    return new StreamableFile(bytes, { type, length: bytes.length });
  }
}

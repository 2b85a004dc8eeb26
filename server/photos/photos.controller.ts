import { Controller, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { Costly } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { WorkspaceInQuery, WorkspaceQueryDto } from '../people/workspace-name.js';
import { UuidInPath } from '../security/path-ids.js';
import { MAX_PHOTO_BYTES } from './google-photo-limits.js';
import { ownPhoto } from './photo-answers.js';
import { PhotoDto } from './photo.dto.js';
import { PhotosService } from './photos.service.js';

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;
const UNCHANGED = { status: 304, description: 'The browser has it already (`If-None-Match`).' } as const;

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
  @Costly('photo')
  @ApiConsumes('image/jpeg', 'image/png')
  @ApiBody({ schema: { ...BYTES.schema, maxLength: MAX_PHOTO_BYTES } })
  @ApiErrors('too_many_photos', 'upload_timeout')
  addPhoto(@CurrentOwner() owner: RequestOwner, @Req() request: Request): Promise<PhotoDto> {
    return this.photos.add(owner, request);
  }

  /** A photo of the workspace, as it is stored. */
  @Get(':id')
  @WorkspaceInQuery()
  @Costly('photo-reading')
  @ApiOkResponse({ content: { 'image/jpeg': BYTES, 'image/png': BYTES } })
  @ApiResponse(UNCHANGED)
  async getPhoto(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() _query: WorkspaceQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    return ownPhoto(request, response, this.photos.file(await this.photos.get(workspaceId, id)));
  }

  /**
   * A photo of the workspace for a page: a JPEG of at most 400 px on its long edge and 40 kB. A photo that was added with an
   * older version is answered as it is stored until it has one.
   */
  @Get(':id/preview')
  @WorkspaceInQuery()
  @Costly('preview-reading')
  @ApiOkResponse({ content: { 'image/jpeg': BYTES, 'image/png': BYTES } })
  @ApiResponse(UNCHANGED)
  async getPhotoPreview(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() _query: WorkspaceQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    return ownPhoto(request, response, this.photos.preview(await this.photos.get(workspaceId, id)));
  }
}

import { ApiProperty } from '@nestjs/swagger';
import { PHOTO_TYPES } from '../database/photos.schema.js';

/** A photo as it is stored: upright, without metadata, at most 2,400 px on its long edge. */
export class PhotoDto {
  /** For `postBody.photoId`. */
  @ApiProperty({ format: 'uuid' })
  id!: string;
  type!: (typeof PHOTO_TYPES)[number];

  /**
   * In pixels.
   * @example 1600
   */
  width!: number;

  /** @example 1200 */
  height!: number;

  /**
   * In bytes.
   * @example 412345
   */
  size!: number;
}

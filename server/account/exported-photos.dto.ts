import { ApiProperty } from '@nestjs/swagger';
import { PhotoDto } from '../photos/photo.dto.js';
import type { PhotoFacts } from '../photos/photos.repository.js';

/** A photo for posts; the file itself is at `/api/photos/{id}`, and in the ZIP of `/api/account/export/photos`. */
export class ExportedPhotoDto extends PhotoDto {
  /** SHA-256 of the file, in hex. */
  sha256!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** A photo as the export names it. */
export function toExportedPhoto({
  id,
  type,
  width,
  height,
  size,
  sha256,
  createdAt,
}: PhotoFacts): ExportedPhotoDto {
  return { id, type, width, height, size, sha256, createdAt: createdAt.toISOString() };
}

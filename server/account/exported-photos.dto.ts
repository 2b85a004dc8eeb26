import { ApiProperty } from '@nestjs/swagger';
import { PhotoDto } from '../photos/photo.dto.js';

/** A photo for posts; the file itself is at `/api/photos/{id}`, and in the ZIP of `/api/account/export/photos`. */
export class ExportedPhotoDto extends PhotoDto {
  /** SHA-256 of the file, in hex. */
  sha256!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

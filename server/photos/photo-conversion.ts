import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../errors/app-error.js';
import { DueWork } from '../jobs/due-work.js';
import { PhotoUploads } from './photo-uploads.js';
import { PhotosRepository } from './photos.repository.js';

/** How often older photos are looked for; after the first minutes of a new version there are none. */
const READ_EVERY_MS = 60_000;

/**
 * Puts the photos of older versions, which kept each file in one value, into pieces and gives them their previews. Until
 * then they are read as they are.
 */
@Injectable()
export class PhotoConversion {
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly photos: PhotosRepository,
    private readonly uploads: PhotoUploads,
  ) {
    this.work = dueWork.add({
      name: 'photos',
      everyMs: READ_EVERY_MS,
      read: () => this.photos.unconverted(),
      limits: { convert: () => 1 },
      step: ({ id }) => this.convert(id),
    });
  }

  /** Two processes may do this at once; the second one changes nothing. */
  private async convert(id: string): Promise<boolean> {
    const photo = await this.photos.findUnconverted(id);
    if (!photo) return false;
    try {
      const file = await buffer(this.photos.read(photo));
      await this.photos.convert(photo, await this.uploads.preview(photo.workspaceId, file));
    } catch (error) {
      // It was deleted, or people add photos at the moment: then the next reading takes it up again.
      if (error instanceof AppError) return false;
      throw error;
    }
    return true;
  }
}

import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { rootOf } from '../errors/database-errors.js';
import { type PhotoFacts, PhotosRepository } from '../photos/photos.repository.js';
import type { RequestOwner } from '../people/current-owner.js';
import { OneDownload } from '../security/one-download.js';
import { download } from '../security/streamed-file.js';
import { zip, type ZipFile } from './zip.js';

/** The photos of a workspace as a file, beside the export of everything else, which names them. */
@Injectable()
export class PhotoExportService {
  private readonly logger = new Logger('Account');
  private readonly downloads = new OneDownload();

  constructor(
    private readonly photos: PhotosRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * A ZIP of all photos, written while the client reads it, one photo in memory at a time.
   * Errors: `too_many_requests` while one is being sent to the same person.
   */
  fileOf(owner: RequestOwner): Promise<StreamableFile> {
    return this.downloads.of(owner.actor, () => Promise.resolve(this.zipOf(owner)));
  }

  private zipOf({ workspaceId, actor: uid }: RequestOwner): StreamableFile {
    const day = this.clock.now().toISOString().slice(0, 10);
    const archive = Readable.from(zip(this.filesOf(workspaceId)), { objectMode: false });
    // Half a file must not look like a whole one, so the download fails.
    return download(archive, { type: 'application/zip', name: `shingle-photos-${day}.zip` }, (error) =>
      this.logger.error({
        event: 'account.photo_export_broke_off',
        uid,
        workspace: workspaceId,
        reason: String(rootOf(error)),
      }),
    );
  }

  private async *filesOf(workspaceId: string): AsyncGenerator<ZipFile> {
    for (const photo of await this.photos.list(workspaceId)) {
      const bytes = await this.bytesOf(photo);
      const ending = photo.type === 'image/png' ? 'png' : 'jpg';
      if (bytes) yield { name: `photos/${photo.id}.${ending}`, at: photo.createdAt, bytes };
    }
  }

  /** The file of a photo; undefined when it has been deleted since it was listed. */
  private async bytesOf(photo: PhotoFacts): Promise<Buffer | undefined> {
    try {
      return await buffer(this.photos.read(photo));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

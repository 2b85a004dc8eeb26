import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Clock } from '../config/clock.js';
import { HOUR_MS } from '../config/durations.js';
import { AppError } from '../errors/app-error.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import type { RequestOwner } from '../people/current-owner.js';
import { PhotoAddresses } from './photo-addresses.js';
import type { PhotoAnswer } from './photo-answers.js';
import type { PhotoDto } from './photo.dto.js';
import { PhotoUploads } from './photo-uploads.js';
import { type FoundPhoto, type PhotoFacts, type PhotoFile, PhotosRepository } from './photos.repository.js';

/** Of one workspace: for 25 posts a day there are 20 tries each, and room for a year of them. */
const MAX_A_DAY = 500;
const MAX_BYTES = 2 * 1024 ** 3;
/** So many fit into one ZIP without extensions of the format. */
const MAX_KEPT = 50_000;
const CLEAN_UP_EVERY_MS = HOUR_MS;

/** The photos of a workspace. A photo of another workspace is `not_found`, like an unknown one. */
@Injectable()
export class PhotosService implements OnModuleInit {
  private readonly logger = new Logger('Photos');

  constructor(
    private readonly photos: PhotosRepository,
    private readonly uploads: PhotoUploads,
    private readonly addresses: PhotoAddresses,
    private readonly intervalTasks: IntervalTasks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping unused photos', CLEAN_UP_EVERY_MS, () => this.cleanUp());
  }

  /**
   * Checks, cleans and stores the photo in a request. Bodies that arrive and photos that wait for the decoder are counted by
   * person, what is stored by workspace. Errors: those of `PhotoUploads.take`, `too_many_photos`.
   */
  async add({ workspaceId, actor }: RequestOwner, request: Request): Promise<PhotoDto> {
    const { bytes, preview, ...photo } = await this.uploads.take(actor, request);
    const now = this.clock.now();
    const facts: PhotoFacts = {
      id: randomUUID(),
      workspaceId,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      ...photo,
      createdAt: now,
      lastNeededAt: now,
    };
    return toPhoto(
      await this.photos.add(facts, { bytes, preview }, (has) => {
        if (has.today >= MAX_A_DAY || has.kept >= MAX_KEPT || has.bytes + facts.size > MAX_BYTES)
          throw AppError.of('too_many_photos');
      }),
    );
  }

  /** A photo without its bytes. Errors: `not_found`. */
  async get(workspaceId: string, id: string): Promise<FoundPhoto> {
    const photo = await this.photos.find(workspaceId, id);
    if (!photo) throw AppError.of('not_found');
    return photo;
  }

  /** A photo as it is stored. */
  file(photo: PhotoFile): PhotoAnswer {
    const { sha256, type, size } = photo;
    const read = () => Readable.from(this.photos.read(photo), { objectMode: false });
    return { etag: sha256, type, size, read };
  }

  /** The small JPEG of a photo; for one that has none yet, the photo. */
  preview(photo: FoundPhoto): PhotoAnswer {
    const { sha256, previewSize } = photo;
    if (previewSize === null) return this.file(photo);
    const read = () => Readable.from(this.photos.readPreview(photo), { objectMode: false });
    return { etag: `${sha256}-preview`, type: 'image/jpeg', size: previewSize, read };
  }

  /** What is known of a photo; undefined when the workspace has none of that id. */
  find(workspaceId: string, id: string): Promise<PhotoFacts | undefined> {
    return this.photos.find(workspaceId, id);
  }

  /** Keeps the photo that a post is about to refer to. Errors: `not_found`. */
  async keep(workspaceId: string, id: string | undefined): Promise<void> {
    if (id === undefined || (await this.photos.keep(workspaceId, id, this.clock.now()))) return;
    throw AppError.because('not_found', 'The photo is no longer stored. Please remove it, or add it again.');
  }

  /** The photo of a public address. Errors: `not_found` for what is forged, over, or was never served. */
  async served(signed: string): Promise<PhotoFile> {
    const named = this.addresses.read(signed);
    const photo = named && (await this.photos.served(named, this.clock.now()));
    if (!photo) throw AppError.of('not_found');
    return photo;
  }

  /** Deletes photos that no post needs. */
  async cleanUp(): Promise<void> {
    const dropped = await this.photos.dropUnused(this.clock.now());
    if (dropped > 0) this.logger.log({ event: 'photos.dropped', photos: dropped });
  }
}

function toPhoto({ id, type, width, height, size }: PhotoFacts): PhotoDto {
  return { id, type, width, height, size };
}

import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import { cleanPhoto, type CleanPhoto } from './photo-cleaning.js';

/** How many photos a process has in memory at once, and how many of them from one workspace. */
const MAX_UNDER_WAY = 20;
const MAX_OF_WORKSPACE = 2;
const RETRY_SECONDS = 5;

/** Takes photos in: few at once, and one after another is decoded, since a decoded one may take 200 MB. */
@Injectable()
export class PhotoUploads {
  private readonly underWay: string[] = [];
  private lastDecoded: Promise<unknown> = Promise.resolve();

  /**
   * Reads the body of a request and cleans the photo in it. Errors: `too_many_requests`, `bad_request` when the body does
   * not arrive, those of `cleanPhoto`.
   */
  async take(workspaceId: string, request: Request): Promise<CleanPhoto> {
    const own = this.underWay.filter((id) => id === workspaceId).length;
    if (this.underWay.length >= MAX_UNDER_WAY || own >= MAX_OF_WORKSPACE)
      throw AppError.until('too_many_requests', RETRY_SECONDS);
    this.underWay.push(workspaceId);
    try {
      const given = await bodyOf(request);
      const cleaned = this.lastDecoded.then(() => cleanPhoto(given));
      this.lastDecoded = cleaned.catch(() => undefined);
      return await cleaned;
    } finally {
      this.underWay.splice(this.underWay.indexOf(workspaceId), 1);
    }
  }
}

/** The body, whose length was checked when the request began. Errors: `bad_request`. */
async function bodyOf(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    throw AppError.of('bad_request', error);
  }
  return Buffer.concat(chunks);
}

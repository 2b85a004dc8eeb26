import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import type { PHOTO_TYPES } from '../database/photos.schema.js';

/** A photo that is opened by itself can do nothing. */
export const PHOTO_POLICY = "default-src 'none'; sandbox";

/** A file that is answered: its name in caches, its size in bytes, and how it is read. */
export interface PhotoAnswer {
  etag: string;
  type: (typeof PHOTO_TYPES)[number];
  size: number;
  /** Reads it while it is sent. */
  read: () => Readable;
}

/**
 * Answers a person's own photo. Their browser keeps it and asks each time whether it may still be shown, which needs the
 * session; a browser that has it gets a 304, and nothing is read. No other cache keeps it.
 */
export function ownPhoto(
  request: Request,
  response: Response,
  { etag, type, size, read }: PhotoAnswer,
): StreamableFile | undefined {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Content-Security-Policy', PHOTO_POLICY);
  response.setHeader('ETag', `"${etag}"`);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', size);
  if (request.fresh) {
    response.status(304);
    return undefined;
  }
  if (request.method === 'HEAD') return undefined;
  // A photo that breaks off must not look whole.
  return new StreamableFile(read(), { type, length: size }).setErrorHandler((_error, broken) =>
    (broken as unknown as Response).destroy(),
  );
}

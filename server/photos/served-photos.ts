import type { RequestHandler } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../config/clock.js';
import type { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { SERVED_PHOTO } from '../security/throttle-limits.js';
import { ProcessBuckets } from '../security/throttle-storage.js';
import { PHOTO_POLICY } from './photo-answers.js';
import type { PhotosService } from './photos.service.js';

/**
 * Where Google fetches the photo of a post: without a session, since the signed address is what allows it. Every other
 * address gets the same 404. For use at `/photos`, which is outside the API.
 */
export function servedPhotos(env: Env, clock: Clock, photos: PhotosService): RequestHandler {
  const buckets = new ProcessBuckets(clock);
  return async ({ method, path }, response) => {
    if (method !== 'GET' && method !== 'HEAD') throw AppError.of('not_found');
    const photo = await photos.served(path.slice(1));
    const waitMs = env.THROTTLE ? buckets.take(path, SERVED_PHOTO) : 0;
    if (waitMs > 0) throw AppError.until('too_many_requests', Math.ceil(waitMs / 1000));
    const { type, size, read } = photos.file(photo);
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', size);
    response.setHeader('Content-Security-Policy', PHOTO_POLICY);
    response.setHeader('X-Robots-Tag', 'noindex');
    if (method === 'HEAD') response.end();
    // A photo that breaks off must not look whole: the connection is closed, and there is nothing left to answer.
    else await pipeline(read(), response).catch(() => undefined);
  };
}

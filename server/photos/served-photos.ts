import type { RequestHandler } from 'express';
import { AppError } from '../errors/app-error.js';
import type { PhotosService } from './photos.service.js';

/** A photo that is opened by itself can do nothing. */
export const PHOTO_POLICY = "default-src 'none'; sandbox";

/**
 * Where Google fetches the photo of a post: without a session, since the signed address is what allows it. Every other
 * address gets the same 404. For use at `/photos`, which is outside the API.
 */
export function servedPhotos(photos: PhotosService): RequestHandler {
  return async ({ method, path }, response) => {
    if (method !== 'GET' && method !== 'HEAD') throw AppError.of('not_found');
    const { type, bytes } = await photos.served(path.slice(1));
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', bytes.length);
    response.setHeader('Content-Security-Policy', PHOTO_POLICY);
    response.setHeader('X-Robots-Tag', 'noindex');
    response.end(bytes);
  };
}

/** Google's own limits for a photo of a post. */
export const MIN_PHOTO_BYTES = 10_240;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
export const MIN_PHOTO_EDGE = 250;

import sharp, { type Sharp } from 'sharp';
import type { Client } from '../app.ts';

/** A picture in which no two files look alike after compression: noise, so that it has many bytes. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

/** A JPEG that every rule accepts. */
export function jpegPhoto(width = 800, height = 600): Promise<Buffer> {
  return noise(width, height).jpeg().toBuffer();
}

/** Adds a photo as that person. @returns its id */
export async function addPhoto(client: Client, file?: Buffer): Promise<string> {
  const { body } = await client
    .send('post', '/api/photos')
    .set('Content-Type', 'image/jpeg')
    .send(file ?? (await jpegPhoto()))
    .expect(201);
  return (body as { id: string }).id;
}

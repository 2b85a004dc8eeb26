import type { PhotoDto } from '../../../../dist/server/photos/photo.dto.js';
import { noise } from '../../../support/features/photo-files.ts';
import type { Attack } from '../neighbours-target.ts';

/** With two lanes each, ten read at once. */
const PEOPLE = 5;
const LANES = 2;

/** Large photos that are read over and over, and their previews. */
export const attack: Attack = async (target) => {
  const body = await noise(2400, 1900).jpeg({ quality: 92 }).toBuffer();
  const reads: (() => Promise<void>)[] = [];
  for (const person of target.crowd.slice(0, PEOPLE)) {
    const upload = { method: 'POST', path: '/api/photos', type: 'image/jpeg', body };
    const { id, size } = (await target.expect(201, person, upload)) as PhotoDto;
    const path = `/api/photos/${id}`;
    const name = `photo of ${(size / 1e6).toFixed(1)} MB`;
    reads.push(
      () => target.repeat(name, person, () => ({ path }), LANES),
      () => target.repeat('preview', person, () => ({ path: `${path}/preview` })),
    );
  }
  target.begun();
  await Promise.all(reads.map((read) => read()));
};

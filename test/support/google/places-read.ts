import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import type { Client } from '../app.ts';
import { connectProfile } from './google-connection.ts';
import { untilSeen } from '../until.ts';

/** Resolves when the places of a connected user have been read, and nothing more is being read. */
export async function placesRead(client: Client): Promise<void> {
  let locationsRead = 0;
  await untilSeen(
    'the places of a connected user',
    async () => {
      const { body } = await client.send('get', '/api/mirror').expect(200);
      const { state, isReading, locationsDone } = body as MirrorDto;
      locationsRead = locationsDone;
      return state === 'ready' && !isReading;
    },
    () => locationsRead,
  );
}

/** Resolves when the reviews of all places of a connected user have been read, and nothing more is being read. */
export async function reviewsRead(client: Client): Promise<void> {
  await untilSeen('the reviews of a connected user', async () => {
    const { body } = await client.send('get', '/api/reviews?limit=1').expect(200);
    const { readAt, isReading } = body as { readAt: string | null; isReading: boolean };
    return readAt !== null && !isReading;
  });
}

/** Connects the Business Profile of that Google account, and waits until its places are read. */
export async function connectWithPlaces(client: Client, email: string): Promise<void> {
  await connectProfile(client, email);
  await placesRead(client);
}

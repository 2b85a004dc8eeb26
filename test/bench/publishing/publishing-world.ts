import { randomBytes, randomUUID } from 'node:crypto';
import { readEnv } from '../../../dist/server/config/env.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import type { Database } from '../../../dist/server/database/database.js';
import { statisticsReadings } from '../../../dist/server/database/statistics.schema.js';
import {
  mirrorAccounts,
  mirrorImports,
  mirrorLocations,
} from '../../../dist/server/database/mirror.schema.js';
import { posts } from '../../../dist/server/database/schema.js';
import { TokenCipher } from '../../../dist/server/security/token-cipher.js';
import { addUsers } from '../../support/users.ts';

const HOUR_MS = 60 * 60_000;
/** Rows of one statement. */
const AT_ONCE = 500;

/** Under which the connections are stored. */
export const TOKEN_KEYS = `k1:${randomBytes(32).toString('base64')}`;

type NewPost = typeof posts.$inferInsert;

/** Somebody's place. */
export interface Place {
  uid: string;
  workspaceId: string;
  subject: string;
  locationId: string;
}

/** Connected users with so many places each, as they are after their places have been read. */
export async function makePeople(database: Database, people: number, placesEach: number): Promise<Place[]> {
  const cipher = new TokenCipher(readEnv({ TOKEN_KEYS }));
  const now = new Date();
  const whose = Array.from({ length: people }, (_, index) => ({
    uid: `user-${index}`,
    workspaceId: `user-${index}`,
    subject: `google-${index}`,
  }));
  await inBatches(whose, (some) => addUsers(database, ...some.map(({ uid }) => uid)));
  await inBatches(whose, (some) =>
    database.orm.insert(googleConnections).values(
      some.map((owner) => {
        const id = randomUUID();
        const { text, keyName } = cipher.encrypt('a-refresh-token', {
          workspaceId: owner.uid,
          id,
        });
        const grant = { scopes: [], refreshToken: text, keyName, state: 'connected' as const };
        return {
          ...owner,
          id,
          email: `${owner.uid}@example.com`,
          ...grant,
          connectedAt: now,
          updatedAt: now,
        };
      }),
    ),
  );
  // The next reading is not due while anything is measured.
  const read = { importId: 1, startedAt: now, endedAt: now, accountsTotal: 1, asOf: now };
  await inBatches(whose, (some) =>
    database.orm
      .insert(mirrorImports)
      .values(some.map((owner) => ({ ...owner, ...read, nextAt: new Date(now.getTime() + HOUR_MS) }))),
  );
  await inBatches(whose, (some) =>
    database.orm.insert(mirrorAccounts).values(
      some.map((owner) => ({
        ...owner,
        id: 'account-1',
        position: 0,
        data: { name: 'accounts/account-1', accountName: 'Robin van Berg', type: 'PERSONAL' },
        importId: 1,
      })),
    ),
  );
  const places = whose.flatMap((owner) =>
    Array.from({ length: placesEach }, (_, index) => ({
      ...owner,
      locationId: `${owner.uid}-place-${index}`,
    })),
  );
  await inBatches(places, (some) => database.orm.insert(mirrorLocations).values(some.map(toMirrorRow)));
  // Nor are their statistics, unless they are to be.
  const later = {
    nextAt: new Date(now.getTime() + 24 * HOUR_MS),
    wordsNextAt: new Date(now.getTime() + 24 * HOUR_MS),
  };
  await inBatches(places, (some) =>
    database.orm.insert(statisticsReadings).values(
      some.map(({ workspaceId, subject, locationId }) => ({
        id: randomUUID(),
        workspaceId,
        subject,
        locationId,
        ...later,
      })),
    ),
  );
  return places;
}

/**
 * Posts at the places in turn.
 * @param dueAt when all of them are due; null: nothing is to be done for them
 */
export async function schedule(
  database: Database,
  places: Place[],
  { count, dueAt }: { count: number; dueAt: Date | null },
): Promise<NewPost[]> {
  const all = Array.from({ length: count }, (_, index) =>
    toPost(places[index % places.length] as Place, index, dueAt),
  );
  await inBatches(all, (some) => database.orm.insert(posts).values(some));
  return all;
}

function toPost(
  { workspaceId, subject, locationId }: Place,
  index: number,
  nextStepAt: Date | null,
): NewPost {
  const now = new Date();
  return {
    id: randomUUID(),
    workspaceId,
    source: 'google',
    subject,
    accountId: 'account-1',
    locationId,
    locationName: `Bakehouse ${locationId}`,
    timeZone: 'Europe/Berlin',
    postType: 'STANDARD',
    body: {
      languageCode: 'en-US',
      topicType: 'STANDARD',
      summary: `Batch ${index}: our sourdough of the day is out. Come by before ten, while it is warm.`,
    },
    publishAt: nextStepAt ?? now,
    status: 'SCHEDULED',
    nextStepAt,
    createdAt: now,
    updatedAt: now,
  };
}

function toMirrorRow({ locationId, ...owner }: Place): typeof mirrorLocations.$inferInsert {
  const title = `Bakehouse ${locationId}`;
  return {
    ...owner,
    accountId: 'account-1',
    id: locationId,
    isPrimary: true,
    data: {
      name: `locations/${locationId}`,
      title,
      phoneNumbers: { primaryPhone: '+49 30 901820' },
      storefrontAddress: {
        regionCode: 'DE',
        postalCode: '10178',
        locality: 'Berlin',
        addressLines: ['Am Markt 1'],
      },
      websiteUri: 'https://bakehouse.example/',
      categories: { primaryCategory: { name: 'categories/gcid:bakery', displayName: 'Bakery' } },
      metadata: { canOperateLocalPost: true, canDelete: true },
    },
    state: 'VERIFIED',
    sortText: title.toLowerCase(),
    searchText: title.toLowerCase(),
    importId: 1,
    readAt: new Date(),
  };
}

async function inBatches<Item>(items: Item[], write: (some: Item[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await write(items.slice(from, from + AT_ONCE));
}

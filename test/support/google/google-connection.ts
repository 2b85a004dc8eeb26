import { randomBytes } from 'node:crypto';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { MirrorImport } from '../../../dist/server/business-profile/mirror/mirror-import.js';
import type { Client, TestApp } from '../app.ts';
import { consent, type Decision, type GoogleSimulator } from 'gbp-simulator';
import { GOOGLE_CLIENT } from './google-simulator.ts';

/** A ring with one new key of that name. */
export const newKey = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`;

/** What the server's configuration needs to take this simulator for Google. */
export function googleEnv({ addresses }: Pick<GoogleSimulator, 'addresses'>): Record<string, string> {
  return {
    ...addresses,
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    TOKEN_KEYS: newKey('k1'),
  };
}

/** Lets this app read no places in the background, so that only the test asks Google for anything. */
export function withoutImports({ app }: TestApp): void {
  Object.assign(app.get(MirrorImport), { read: () => Promise.resolve([]) });
}

/** Holds the readings of places that these apps begin from now on. `letGo` lets them go on, those to come as well. */
export function holdImports(...apps: TestApp[]): { letGo: () => void; count: () => number } {
  let held = 0;
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  const { read } = MirrorImport.prototype;
  for (const { app } of apps) {
    const imports = app.get(MirrorImport);
    const readLater = (...given: Parameters<typeof read>) => {
      held += 1;
      return isLetGo.then(() => read.apply(imports, given));
    };
    Object.assign(imports, { read: readLater });
  }
  return { letGo: () => letGo(), count: () => held };
}

/** Lets the readings that this app begins from now on go their usual way. Those that are held stay so. */
export function letThrough({ app }: TestApp): void {
  Reflect.deleteProperty(app.get(MirrorImport), 'read');
}

/** The user's connection needs renewing from now on, although Google accepts the grant. */
export async function loseConnection({ app }: TestApp, uid: string): Promise<void> {
  const connections = app.get(ConnectionsService);
  const { id } = (await connections.find(uid))!;
  await connections.markLost(uid, id, 'a test says so');
}

/** Begins connecting and goes to Google's consent page. @returns what Google sends back to the callback */
export async function askGoogle(
  client: Client,
  decision: Decision,
): Promise<{ code: string | undefined; state: string }> {
  const { body } = await client.send('post', '/api/auth/gbp-connect').expect(200);
  const { searchParams } = new URL(await consent((body as { url: string }).url, decision));
  return { code: searchParams.get('code') ?? undefined, state: searchParams.get('state') ?? '' };
}

/** Connects the Business Profile of that Google account, the whole way. @throws Error when that is refused */
export async function connectProfile(client: Client, email: string): Promise<void> {
  const answer = await client.send('post', '/api/auth/setup', await askGoogle(client, { email })).expect(200);
  const { success, error } = answer.body as { success: boolean; error?: { message: string } };
  if (!success) throw new Error(error?.message);
}

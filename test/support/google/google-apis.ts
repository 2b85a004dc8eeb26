import { GoogleApis } from '../../../dist/server/business-profile/connection/google-apis.js';
import { GOOGLE_APIS } from '../../../dist/server/database/connection.schema.js';
import type { TestApp } from '../app.ts';

/** Lets an app call all of Google's APIs again, whatever was answered before. */
export async function openApis(app: Pick<TestApp['app'], 'get'>): Promise<void> {
  for (const api of GOOGLE_APIS) await app.get(GoogleApis).noteWorking(api);
}

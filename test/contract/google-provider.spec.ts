import { startGoogleAdapter } from '../support/google-adapter.js';
import { PEOPLE } from '../support/google-simulator.js';
import {
  businessProfileProviderContract,
  type ProviderUnderTest,
} from './business-profile-provider.contract.js';

/** Two users who have connected the same person's Google account and another's, over HTTP with a Google simulator. */
async function googleProvider(): Promise<ProviderUnderTest> {
  const adapter = await startGoogleAdapter();
  for (const [uid, email] of [
    ['u1', PEOPLE.tamsin],
    ['u2', PEOPLE.idris],
  ] as const) {
    await adapter.connect(uid, email);
    await adapter.readPlaces(uid);
  }
  return {
    provider: adapter.provider,
    user: 'u1',
    otherUser: 'u2',
    passMinute: () => adapter.passMinute(),
    close: () => adapter.close(),
  };
}

businessProfileProviderContract('Google', googleProvider);

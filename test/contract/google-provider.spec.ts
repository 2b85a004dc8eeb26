import { startGoogleAdapter } from '../support/google/google-adapter.ts';
import { PEOPLE } from '../support/google/google-simulator.ts';
import {
  businessProfileProviderContract,
  type ProviderUnderTest,
} from './business-profile-provider.contract.ts';

/** Two users who have connected the same person's Google account and another's, over HTTP with a Google simulator. */
async function googleProvider(): Promise<ProviderUnderTest> {
  const adapter = await startGoogleAdapter();
  const user = await adapter.connect('u1', PEOPLE.tamsin);
  const otherUser = await adapter.connect('u2', PEOPLE.idris);
  for (const owner of [user, otherUser]) {
    await adapter.readPlaces(owner);
    // Up to which day Google has counted is known from a location that has figures.
    const { items } = await adapter.provider.listLocations(owner, {
      offset: 0,
      limit: 100,
      state: 'VERIFIED',
    });
    await adapter.readStatistics(owner, items[0]!.id);
  }
  return {
    provider: adapter.provider,
    user,
    otherUser,
    passMinute: () => adapter.passMinute(),
    close: () => adapter.close(),
  };
}

businessProfileProviderContract('Google', googleProvider);

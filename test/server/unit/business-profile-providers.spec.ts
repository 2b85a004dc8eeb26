import { expect, it } from '@jest/globals';
import { BusinessProfileProviders } from '../../../dist/server/business-profile/business-profile-providers.js';
import type { ConnectionsService } from '../../../dist/server/business-profile/connections.service.js';
import type { GoogleProvider } from '../../../dist/server/business-profile/google/google-provider.js';
import type { SampleProvider } from '../../../dist/server/business-profile/sample/sample-provider.js';
import { AppError } from '../../../dist/server/errors/app-error.js';

const google = { source: 'google' } as GoogleProvider;
const sample = { source: 'sample' } as SampleProvider;

/** What a process remembers of somebody who has connected Google elsewhere since. */
async function outdated(): Promise<BusinessProfileProviders> {
  const found: { subject: string }[] = [];
  const connections = {
    find: () => Promise.resolve(found[0]),
  } as unknown as ConnectionsService;
  const providers = new BusinessProfileProviders(connections, google, sample);
  await providers.sourceOf('u1');
  found.push({ subject: 'google-1' });
  return providers;
}

/** On which sources work is done that throws on the first. */
async function triedOn(
  work: (providers: BusinessProfileProviders) => Promise<unknown>,
): Promise<{ tried: string[]; outcome: unknown }> {
  const providers = await outdated();
  const tried: string[] = [];
  const outcome = await providers
    .withSource('u1', async (source) => {
      tried.push(source.provider.source);
      if (tried.length === 1) await work(providers);
      return 'done';
    })
    .catch((error: unknown) => error);
  return { tried, outcome };
}

it.each([
  ['is not found there', () => Promise.reject(AppError.of('not_found'))],
  [
    'is confirmed no more',
    (providers: BusinessProfileProviders) => providers.confirm('u1', { provider: sample, subject: null }),
  ],
])('work on a source that is outdated is done again on the present one when it %s', async (_, work) => {
  expect(await triedOn(work)).toEqual({ tried: ['sample', 'google'], outcome: 'done' });
});

it('a fault of ours is no word of another source: nobody knows what has become of the work', async () => {
  const fault = new Error('The connection to the database broke.');
  expect(await triedOn(() => Promise.reject(fault))).toEqual({ tried: ['sample'], outcome: fault });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '../support/jest.ts';
import { Logger } from '@nestjs/common';
import type { Owner } from '../../dist/server/business-profile/port/business-profile-provider.js';
import { SampleDelays, SampleProvider } from '../../dist/server/business-profile/sample/sample-provider.js';
import { SampleEditsRepository } from '../../dist/server/business-profile/sample/sample-edits.repository.js';
import { Clock } from '../../dist/server/config/clock.js';
import { Env } from '../../dist/server/config/env.js';
import { openTestDatabase } from '../support/database/database.ts';
import { addUsers } from '../support/users.ts';
import {
  businessProfileProviderContract,
  type ProviderUnderTest,
} from './business-profile-provider.contract.ts';

const ownerOf = (workspaceId: string): Owner => ({ workspaceId, source: 'sample', subject: null });

async function sampleProvider(): Promise<ProviderUnderTest> {
  Logger.overrideLogger(false);
  const { database, drop } = await openTestDatabase();
  await addUsers(database, 'u1', 'u2');
  const delays = new SampleDelays(Object.assign(new Env(), { SAMPLE_DELAYS: false }));
  const provider = new SampleProvider(new SampleEditsRepository(database, new Clock()), delays);
  const [user, otherUser] = [ownerOf('u1'), ownerOf('u2')];
  const close = () => database.close().then(drop);
  return { provider, user, otherUser, close };
}

businessProfileProviderContract('the sample', sampleProvider);

describe('the sample', () => {
  let underTest: ProviderUnderTest;
  beforeAll(async () => {
    underTest = await sampleProvider();
  });
  afterAll(() => underTest.close());

  it('finds Dún Laoghaire without its accent', async () => {
    const query = { search: 'dun laoghaire', offset: 0, limit: 100 };
    const { items } = await underTest.provider.listLocations(underTest.user, query);
    expect(items.map(({ name }) => name)).toEqual(['Spoke & Chain Dún Laoghaire']);
  });

  it('logs the payload of a post in one line, its texts and links as lengths', async () => {
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    await underTest.provider.schedulePost(underTest.user, {
      locationId: 'sample-101',
      publishAt: new Date('2027-03-01T09:00:00Z'),
      body: {
        languageCode: 'en-US',
        summary: 'Secret bread',
        topicType: 'CALL_TO_ACTION',
        callToAction: { actionType: 'ORDER', url: 'https://www.example.com/secret' },
      },
    });
    const [line] = log.mock.lastCall ?? [];
    log.mockRestore();
    expect(line).not.toMatch(/secret|\n/i);
    expect(JSON.parse(String(line).replace('Post scheduled ', ''))).toEqual({
      locationId: 'sample-101',
      publishAt: '2027-03-01T09:00:00.000Z',
      postBody: {
        languageCode: 'en-US',
        topicType: 'CALL_TO_ACTION',
        summary: 12,
        callToAction: { actionType: 'ORDER', url: 30 },
      },
    });
  });
});

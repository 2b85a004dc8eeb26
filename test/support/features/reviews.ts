import { BusinessProfileProviders } from '../../../dist/server/business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../../../dist/server/business-profile/port/business-profile-provider.js';
import type { ReviewDetailsDto, ReviewDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import { ReviewReadingService } from '../../../dist/server/reviews/reading/review-reading.service.js';
import type { ReviewSummaryDto } from '../../../dist/server/reviews/review-summary.dto.js';
import type { SignedInClient, TestApp } from '../app.ts';
import { withoutGoogleLimits } from '../google/google-limits.ts';
import { type Publishing, startPublishing } from './publishing.ts';

/** The served app with a Google of its own, in a time that passes, and in which reviews are read, only when a test says so. */
export interface Reviewing extends Publishing {
  /** Reads all reviews of a user that are due now. */
  read(client: SignedInClient, by?: TestApp): Promise<void>;
  /** Lets time pass, then reads what is due. */
  passAndRead(client: SignedInClient, ms: number): Promise<void>;
  ownerOf(client: SignedInClient, by?: TestApp): Promise<GoogleOwner>;
  listOf(client: SignedInClient, query?: string): Promise<ReviewListDto>;
  detailsOf(client: SignedInClient, id: string): Promise<ReviewDetailsDto>;
  summaryOf(client: SignedInClient, query?: string): Promise<ReviewSummaryDto>;
  /** The review of that name at Google, as the list shows it. */
  shown(client: SignedInClient, googleName: string): Promise<ReviewDto | undefined>;
}

export async function startReviewing(...given: Parameters<typeof startPublishing>): Promise<Reviewing> {
  const setting = await startPublishing(...given);
  const { served } = setting;
  withoutGoogleLimits(setting.google, served.app);
  const get = async (client: SignedInClient, path: string) =>
    (await client.send('get', path).expect(200)).body as unknown;

  async function ownerOf(client: SignedInClient, by = served): Promise<GoogleOwner> {
    const { owner } = await by.app.get(BusinessProfileProviders).sourceOf(client.workspaceId);
    return { workspaceId: owner.workspaceId, subject: owner.subject ?? '' };
  }

  async function read(client: SignedInClient, by = served): Promise<void> {
    const owner = await ownerOf(client, by);
    await by.app.get(ReviewReadingService).readDue(owner, new AbortController().signal);
  }

  async function listOf(client: SignedInClient, query = ''): Promise<ReviewListDto> {
    return (await get(client, `/api/reviews${query}`)) as ReviewListDto;
  }

  return {
    ...setting,
    ownerOf,
    read,
    listOf,
    async passAndRead(client, ms) {
      await setting.pass(ms);
      await read(client);
    },
    async detailsOf(client, id) {
      return (await get(client, `/api/reviews/${id}`)) as ReviewDetailsDto;
    },
    async summaryOf(client, query = '') {
      return (await get(client, `/api/reviews/summary${query}`)) as ReviewSummaryDto;
    },
    async shown(client, googleName) {
      const { items } = await listOf(client);
      const idOf = (name: string) => name.split('/').at(-1);
      return items.find((item) => idOf(item.googleName) === idOf(googleName));
    },
  };
}

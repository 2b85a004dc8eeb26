import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { PostBody } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import {
  type BusinessAccount,
  BusinessProfileProvider,
  type Category,
  type Location,
  type LocationChange,
  type LocationPage,
  type LocationQuery,
} from '../business-profile-provider.js';
import { hashOfPost } from '../post-content.js';
import type { PublishOptions, PublishRequest, RemotePost } from '../remote-post.js';
import { toSearchText } from '../search-text.js';
import { toLoggedBody } from './logged-payload.js';
import { SAMPLE_ACCOUNTS } from './sample-accounts.js';
import { findCategory, searchSampleCategories } from './sample-categories.js';
import { SampleDelays } from './sample-delays.js';
import { SampleEditsRepository } from './sample-edits.repository.js';
import { findSampleLocation, SAMPLE_LOCATIONS } from './sample-locations.js';

const byName = new Intl.Collator('en', { numeric: true }).compare;

/** Sample data for users without a connected Business Profile: the same for everybody, edits kept per user. */
@Injectable()
export class SampleProvider extends BusinessProfileProvider {
  readonly source = 'sample';
  private readonly logger = new Logger('SampleProvider');

  constructor(
    private readonly edits: SampleEditsRepository,
    private readonly delays: SampleDelays,
  ) {
    super();
  }

  async listAccounts(_uid: string): Promise<BusinessAccount[]> {
    await this.delays.wait('listAccounts');
    return [...SAMPLE_ACCOUNTS];
  }

  async listLocations(
    uid: string,
    { accountId, search, needsAttention = false, offset, limit }: LocationQuery,
  ): Promise<LocationPage> {
    if (accountId !== undefined && !SAMPLE_ACCOUNTS.some(({ id }) => id === accountId))
      throw AppError.of('not_found');
    const wanted = toSearchText(search ?? '');
    if (wanted === '' && offset === 0) await this.delays.wait('listLocations');
    const edits = await this.edits.findAll(uid);
    const all = SAMPLE_LOCATIONS.filter(
      (location) => accountId === undefined || location.accountId === accountId,
    )
      .map((location) => edited(location, edits.get(location.id)))
      .sort((a, b) => byName(a.name, b.name) || byName(a.id, b.id));
    const matching = all
      .filter(({ state }) => !needsAttention || state !== 'VERIFIED')
      .filter(({ name, address }) => [name, address].some((text) => toSearchText(text).includes(wanted)));
    return { items: matching.slice(offset, offset + limit), matched: matching.length, total: all.length };
  }

  async getLocation(uid: string, id: string): Promise<Location> {
    return edited(original(id), await this.edits.find(uid, id));
  }

  async knownLocation(uid: string, id: string): Promise<Location | undefined> {
    const location = findSampleLocation(id);
    return location && edited(location, await this.edits.find(uid, id));
  }

  postPlace(_uid: string, locationId: string) {
    const location = findSampleLocation(locationId);
    if (!location) return Promise.resolve(undefined);
    const { accountId, openStatus } = location;
    return Promise.resolve({ accountId, locationId, openStatus });
  }

  async updateLocation(uid: string, id: string, change: LocationChange): Promise<Location> {
    const location = original(id);
    const unknown = change.categoryIds?.find((categoryId) => findCategory(categoryId) === undefined);
    if (unknown !== undefined)
      throw AppError.invalid([{ field: 'categoryIds', message: `There is no category ${unknown}` }]);
    await this.delays.wait('updateLocation');
    return edited(location, await this.edits.merge(uid, id, change));
  }

  async locationStats(_uid: string, id: string): Promise<null> {
    original(id);
    return Promise.resolve(null);
  }

  searchCategories(_uid: string, search: string): Promise<Category[]> {
    return Promise.resolve(searchSampleCategories(search));
  }

  async beforePostsAreListed(): Promise<void> {
    await this.delays.wait('listPosts');
  }

  async schedulePost(
    uid: string,
    { locationId, publishAt, body }: { locationId: string; publishAt: Date; body: PostBody },
  ): Promise<Location> {
    const location = await this.getLocation(uid, locationId);
    await this.delays.wait('schedulePost');
    const payload = { locationId, publishAt: publishAt.toISOString(), postBody: toLoggedBody(body) };
    this.logger.log(`Post scheduled ${JSON.stringify(payload)}`);
    return location;
  }

  /** Sample posts are published nowhere. */
  async publishPost(
    _uid: string,
    { accountId, locationId, body }: PublishRequest,
    { beforeSending }: PublishOptions,
  ): Promise<RemotePost> {
    await beforeSending(null);
    this.logger.log(`Post published ${JSON.stringify({ locationId, postBody: toLoggedBody(body) })}`);
    return {
      name: `accounts/${accountId}/locations/${locationId}/localPosts/${randomUUID()}`,
      state: 'LIVE',
      searchUrl: null,
      createTime: null,
      bodyHash: hashOfPost(body),
    };
  }

  /** What was only logged is listed nowhere. */
  async *listPublished(): AsyncGenerator<RemotePost[]> {}

  getPublished(): Promise<Pick<RemotePost, 'state' | 'searchUrl'>> {
    return Promise.resolve({ state: 'LIVE', searchUrl: null });
  }

  deletePublished(_uid: string, _name: string): Promise<void> {
    return Promise.resolve();
  }
}

function original(id: string): Location {
  const location = findSampleLocation(id);
  if (location === undefined) throw AppError.of('not_found');
  return location;
}

/** A location with a user's changes laid over it; undefined fields keep their value, no periods mean no hours. */
function edited(location: Location, change: LocationChange = {}): Location {
  const { name, address, phoneNumber, websiteUri, categoryIds, regularHours } = change;
  return {
    ...location,
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(websiteUri !== undefined && { websiteUri }),
    ...(categoryIds !== undefined && { categories: categoryIds.flatMap((id) => findCategory(id) ?? []) }),
    ...(regularHours !== undefined && { regularHours: regularHours?.periods.length ? regularHours : null }),
  };
}

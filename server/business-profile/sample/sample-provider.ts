import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Env } from '../../config/env.js';
import type { PostBody } from '../../database/schema.js';
import { AppError, type FieldError } from '../../errors/app-error.js';
import {
  type BusinessAccount,
  BusinessProfileProvider,
  type KnownPlace,
  type LocationPage,
  type LocationQuery,
  type LocationSort,
  type Owner,
} from '../port/business-profile-provider.js';
import type {
  Category,
  Location,
  LocationAttribute,
  LocationChange,
  LocationDetails,
  MoreHoursType,
  PlaceOnMap,
} from '../port/location.js';
import {
  hashOfPost,
  type PublishOptions,
  type PublishRequest,
  type RemotePost,
} from '../port/remote-post.js';
import { hasWords } from '../port/search-text.js';
import { SAMPLE_ACCOUNTS, findSampleLocation, SAMPLE_LOCATIONS, timeZoneOf } from './sample-locations.js';
import { findCategory, searchSampleCategories } from './data/sample-categories.js';
import { edited, SAMPLE_MORE_HOURS, toSampleDetails } from './sample-details.js';
import { SampleEditsRepository } from './sample-edits.repository.js';

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

const byName = (a: Location, b: Location) => inOrder(a.name, b.name) || inOrder(a.id, b.id);

/** The names of the states in alphabetical order are in that of attention: SUSPENDED, UNVERIFIED, VERIFIED. */
const ORDER_OF: Record<LocationSort, (a: Location, b: Location) => number> = {
  name: byName,
  state: (a, b) => inOrder(a.state, b.state) || byName(a, b),
  storeCode: (a, b) =>
    Number(a.storeCode === null) - Number(b.storeCode === null) ||
    inOrder(a.storeCode ?? '', b.storeCode ?? '') ||
    byName(a, b),
};

/** How long sample data takes to load, in milliseconds (specification, section 7). */
export const SAMPLE_DELAYS_MS = Object.freeze({
  listAccounts: 1000,
  listLocations: 800,
  listPosts: 800,
  updateLocation: 1000,
  schedulePost: 1500,
} as const);

/** Delays the answers of sample data like those of a real source; `SAMPLE_DELAYS=off` switches this off. */
@Injectable()
export class SampleDelays {
  constructor(private readonly env: Env) {}

  /** Resolves no earlier than the specified time. */
  async wait(operation: keyof typeof SAMPLE_DELAYS_MS): Promise<void> {
    if (!this.env.SAMPLE_DELAYS) return;
    const end = performance.now() + SAMPLE_DELAYS_MS[operation];
    // A timer may fire a fraction of a millisecond early.
    for (let left = end - performance.now(); left > 0; left = end - performance.now())
      await delay(Math.ceil(left));
  }
}

/** Sample data for users without a connected Business Profile: the same for all, with edits kept per workspace. */
@Injectable()
export class SampleProvider extends BusinessProfileProvider {
  readonly source = 'sample';
  readonly postAllowance = Object.freeze({ capacity: Infinity, perMinute: Infinity });
  private readonly logger = new Logger('SampleProvider');

  constructor(
    private readonly edits: SampleEditsRepository,
    private readonly delays: SampleDelays,
  ) {
    super();
  }

  async listAccounts(_owner: Owner): Promise<BusinessAccount[]> {
    await this.delays.wait('listAccounts');
    return [...SAMPLE_ACCOUNTS];
  }

  async listLocations(
    { workspaceId }: Owner,
    { accountId, search, needsAttention, state, label, sort = 'name', offset, limit }: LocationQuery,
  ): Promise<LocationPage> {
    if (accountId !== undefined && !SAMPLE_ACCOUNTS.some(({ id }) => id === accountId))
      throw AppError.of('not_found');
    const wanted = search ?? '';
    if (wanted.trim() === '' && offset === 0) await this.delays.wait('listLocations');
    const edits = await this.edits.findAll(workspaceId);
    const all = SAMPLE_LOCATIONS.filter(
      (location) => accountId === undefined || location.accountId === accountId,
    )
      .map((location) => edited(location, edits.get(location.id)))
      .sort(ORDER_OF[sort]);
    const matching = all
      .filter((location) => !needsAttention || location.state !== 'VERIFIED')
      .filter((location) => state === undefined || location.state === state)
      // Sample locations have no labels.
      .filter(() => !label)
      .filter(({ name, address, storeCode }) => hasWords([name, address, storeCode ?? ''], wanted));
    return { items: matching.slice(offset, offset + limit), matched: matching.length, total: all.length };
  }

  countListings(): Promise<{ accounts: number; locations: number }> {
    return Promise.resolve({ accounts: SAMPLE_ACCOUNTS.length, locations: SAMPLE_LOCATIONS.length });
  }

  async getLocation({ workspaceId }: Owner, id: string): Promise<LocationDetails> {
    return toSampleDetails(original(id), await this.edits.find(workspaceId, id));
  }

  async knownLocation({ workspaceId }: Owner, id: string): Promise<LocationDetails | undefined> {
    const location = findSampleLocation(id);
    return location && toSampleDetails(location, await this.edits.find(workspaceId, id));
  }

  async listAttributes(_owner: Owner, id: string): Promise<LocationAttribute[]> {
    original(id);
    return Promise.resolve([]);
  }

  async listMoreHoursTypes(_owner: Owner, id: string): Promise<MoreHoursType[]> {
    original(id);
    return Promise.resolve([...SAMPLE_MORE_HOURS]);
  }

  async postPlace({ workspaceId }: Owner, locationId: string): Promise<KnownPlace | undefined> {
    const location = findSampleLocation(locationId);
    if (!location) return undefined;
    const { accountId, openStatus } = edited(location, await this.edits.find(workspaceId, locationId));
    return { accountId, locationId, openStatus };
  }

  placesOnMap(_owner: Owner, ids: readonly string[]): Promise<Map<string, PlaceOnMap>> {
    const known = ids.flatMap((id) => findSampleLocation(id) ?? []);
    return Promise.resolve(
      new Map(
        known.map((location) => [
          location.id,
          {
            regionCode: null,
            administrativeArea: null,
            postalCode: null,
            coordinates: null,
            timeZone: timeZoneOf(location),
          },
        ]),
      ),
    );
  }

  arePlacesKnown(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async updateLocation({ workspaceId }: Owner, id: string, change: LocationChange): Promise<LocationDetails> {
    const location = original(id);
    const faults = faultsOf(location, (await this.edits.find(workspaceId, id)) ?? {}, change);
    if (faults.length > 0) throw AppError.invalid(faults);
    await this.delays.wait('updateLocation');
    return toSampleDetails(location, await this.edits.merge(workspaceId, id, change));
  }

  searchCategories(_owner: Owner, search: string): Promise<Category[]> {
    return Promise.resolve(searchSampleCategories(search));
  }

  async beforePostsAreListed(): Promise<void> {
    await this.delays.wait('listPosts');
  }

  async schedulePost(
    owner: Owner,
    { locationId, publishAt, body }: { locationId: string; publishAt: Date; body: PostBody },
  ): Promise<Location> {
    const location = await this.getLocation(owner, locationId);
    await this.delays.wait('schedulePost');
    const payload = { locationId, publishAt: publishAt.toISOString(), postBody: toLoggedBody(body) };
    this.logger.log(`Post scheduled ${JSON.stringify(payload)}`);
    return location;
  }

  publishingCapacity(): number {
    return Infinity;
  }

  /** Logs the post; nothing is sent. */
  async publishPost(
    _owner: Owner,
    { accountId, locationId, body }: PublishRequest,
    { beforeSending }: PublishOptions,
  ): Promise<RemotePost> {
    await beforeSending(null, accountId);
    this.logger.log(`Post published ${JSON.stringify({ locationId, postBody: toLoggedBody(body) })}`);
    return {
      name: `accounts/${accountId}/locations/${locationId}/localPosts/${randomUUID()}`,
      state: 'LIVE',
      searchUrl: null,
      createTime: null,
      bodyHash: hashOfPost(body),
    };
  }

  /** Published sample posts are only logged, so there is nothing to list. */
  async *listPublished(): AsyncGenerator<RemotePost[]> {}

  getPublished(): Promise<Pick<RemotePost, 'state' | 'searchUrl'>> {
    return Promise.resolve({ state: 'LIVE', searchUrl: null });
  }

  deletePublished(_owner: Owner, _name: string): Promise<boolean> {
    return Promise.resolve(true);
  }
}

function original(id: string): Location {
  const location = findSampleLocation(id);
  if (location === undefined) throw AppError.of('not_found');
  return location;
}

/** What Google would refuse in a change of a location with earlier ones. */
function faultsOf(location: Location, earlier: LocationChange, change: LocationChange): FieldError[] {
  const faults: FieldError[] = [];
  const category = change.categoryIds?.find((id) => findCategory(id) === undefined);
  if (category !== undefined)
    faults.push({ field: 'categoryIds', message: `There is no category ${category}` });
  const hours = change.moreHours?.find(
    ({ hoursTypeId }) => !SAMPLE_MORE_HOURS.some(({ id }) => id === hoursTypeId),
  );
  if (hours)
    faults.push({
      field: 'moreHours',
      message: `This location can’t have hours of the type ${hours.hoursTypeId}`,
    });
  const current = toSampleDetails(location, earlier);
  const { specialHours = current.specialHours, regularHours = current.regularHours } = change;
  if (specialHours?.periods.length && !regularHours?.periods.length)
    faults.push(
      change.specialHours
        ? { field: 'specialHours', message: 'Set business hours before you add special hours' }
        : { field: 'regularHours', message: 'Remove the special hours before you clear the business hours' },
    );
  return faults;
}

/** A post's content for the log, with the length of each text and link in its place. */
function toLoggedBody({ languageCode, topicType, summary, callToAction, event, offer }: PostBody) {
  return {
    languageCode,
    topicType,
    summary: summary.length,
    callToAction: callToAction && { actionType: callToAction.actionType, url: callToAction.url?.length },
    event: event && { title: event.title.length, schedule: event.schedule },
    offer: offer && {
      couponCode: offer.couponCode?.length,
      redeemOnlineUrl: offer.redeemOnlineUrl?.length,
      termsConditions: offer.termsConditions?.length,
    },
  };
}

import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import { cleanName } from '../../security/clean-json.js';
import { GoogleCalls, type GoogleTurn } from './google-calls.js';
import { listOf, type Page, pagesOf } from './google-pages.js';
import { isNotShown } from './google-errors.js';
import { GOOGLE_NAMES } from '../translation/google-names.js';
import { googlePath } from './google-request.js';
import {
  DAILY_METRICS,
  type GoogleAccount,
  type GoogleCategory,
  type GoogleKeywordCount,
  type GoogleLocalPost,
  type GoogleLocation,
  type GoogleMetricSeries,
  type GoogleMonth,
  type GoogleUpdatedLocation,
  type GoogleVoiceOfMerchant,
} from '../translation/google-types.js';
import type { DayRange } from '../../config/days.js';
import { toGoogleDate } from '../translation/google-hours.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { PostPlace } from '../port/remote-post.js';

/** The fields of a location that are read. No other fields are ever written. */
const READ_MASK = [
  'name',
  'title',
  'languageCode',
  'storeCode',
  'labels',
  'phoneNumbers',
  'storefrontAddress',
  'latlng',
  'serviceArea',
  'serviceItems',
  'websiteUri',
  'categories',
  'regularHours',
  'specialHours',
  'moreHours',
  'openInfo',
  'profile',
  'metadata',
].join(',');

/** Used as an account's id: all places of the user, even those that none of their accounts show. */
export const ALL_ACCOUNTS = '-';

/** The largest pages that Google gives. */
const ACCOUNTS_PAGE = 20;
const LOCATIONS_PAGE = 100;
const CATEGORIES_PAGE = 100;
const KEYWORDS_PAGE = 100;
const POSTS_PAGE = 100;

/**
 * Google's APIs for Business Profiles, in Google's shapes. Each call is on behalf of one connected user.
 * Errors of every method: `google/reconnect`, `google/no-quota`, `google/busy`, `google/unavailable`; `not_found` for
 * what does not exist or may not be seen; their cause is the `GoogleFailure`. The priority decides whose turn comes first
 * while the project's quota is short. A call without one counts as a user's read.
 */
@Injectable()
export class GoogleApi {
  constructor(private readonly calls: GoogleCalls) {}

  /**
   * The accounts that the user is a member of, page by page, the personal one first; with `below`, those directly below
   * that organization or user group.
   */
  listAccounts(
    owner: GoogleOwner,
    { below }: { below?: string } = {},
    turn?: GoogleTurn,
  ): AsyncIterable<GoogleAccount[]> {
    const parentAccount = below === undefined ? undefined : googlePath`accounts/${below}`;
    return pagesOf<Page & { accounts?: GoogleAccount[] }, GoogleAccount>(
      (pageToken) =>
        this.calls.read(
          owner,
          {
            service: 'accounts',
            path: 'accounts',
            query: { pageSize: ACCOUNTS_PAGE, parentAccount, pageToken },
          },
          turn,
        ),
      ({ accounts }) => eachOf(accounts, withCleanName),
    );
  }

  /** The locations of one account, or with `ALL_ACCOUNTS` all that the user may see, page by page, by title. */
  listLocations(owner: GoogleOwner, accountId: string, turn?: GoogleTurn): AsyncIterable<GoogleLocation[]> {
    const path =
      accountId === ALL_ACCOUNTS ? 'accounts/-/locations' : googlePath`accounts/${accountId}/locations`;
    const query = { readMask: READ_MASK, pageSize: LOCATIONS_PAGE, orderBy: 'title' };
    return pagesOf<Page & { locations?: GoogleLocation[] }, GoogleLocation>(
      (pageToken) =>
        this.calls.read(owner, { service: 'information', path, query: { ...query, pageToken } }, turn),
      ({ locations }) => eachOf(locations, withCleanTitle),
    );
  }

  /** A location as its owner sees it. */
  async getLocation(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<GoogleLocation> {
    const path = googlePath`locations/${id}`;
    const request = { service: 'information', path, query: { readMask: READ_MASK } } as const;
    return withCleanTitle(await this.calls.read<GoogleLocation>(owner, request, turn));
  }

  /** A location as the public sees it, with the fields that differ and those that are under review. */
  async getGoogleUpdated(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<GoogleUpdatedLocation> {
    const path = googlePath`locations/${id}:getGoogleUpdated`;
    const request = { service: 'information', path, query: { readMask: READ_MASK } } as const;
    const { location, ...masks } = await this.calls.read<GoogleUpdatedLocation>(owner, request, turn);
    return { ...masks, ...(location && { location: withCleanTitle(location) }) };
  }

  /**
   * Replaces what the mask names and nothing else; sent once, and again only if Google did not accept the access
   * token. Google's answer contains what it accepted, which is not public yet, and maybe only the masked fields. Also
   * `google/refused`.
   */
  async patchLocation(
    owner: GoogleOwner,
    id: string,
    body: Omit<GoogleLocation, 'name'>,
    mask: string[],
    turn?: GoogleTurn,
  ): Promise<Partial<GoogleLocation>> {
    const path = googlePath`locations/${id}`;
    const query = { updateMask: mask.join(',') };
    const request = { service: 'information', method: 'PATCH', path, query, body } as const;
    return withCleanTitle(await this.calls.edit<Partial<GoogleLocation>>(owner, id, request, turn));
  }

  /**
   * Asks whether Google would accept a change of a location, which stays as it is. It counts as a change all the same: whether
   * Google counts it is not known. Errors: as `patchLocation`.
   */
  async validateLocation(
    owner: GoogleOwner,
    id: string,
    body: Omit<GoogleLocation, 'name'>,
    mask: string[],
  ): Promise<void> {
    const path = googlePath`locations/${id}`;
    const query = { updateMask: mask.join(','), validateOnly: 'true' };
    const request = { service: 'information', method: 'PATCH', path, query, body } as const;
    await this.calls.edit<object>(owner, id, request, { priority: 'bulk' });
  }

  /** Whether a location has voice of merchant, and what is missing for it. */
  async voiceOfMerchant(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<GoogleVoiceOfMerchant> {
    const path = googlePath`locations/${id}/VoiceOfMerchantState`;
    return this.calls.read(owner, { service: 'verifications', path }, turn);
  }

  /**
   * Google's categories of a region (ISO 3166-1), page by page; with `beginning`, only those whose English name begins
   * with it, because Google's filter only matches beginnings.
   */
  listCategories(
    owner: GoogleOwner,
    { region, beginning }: { region: string; beginning?: string },
    turn?: GoogleTurn,
  ): AsyncIterable<GoogleCategory[]> {
    const query = {
      regionCode: region,
      languageCode: 'en',
      view: 'BASIC',
      pageSize: CATEGORIES_PAGE,
      ...(beginning !== undefined && { filter: `displayName=${beginning}` }),
    };
    return pagesOf<Page & { categories?: GoogleCategory[] }, GoogleCategory>(
      (pageToken) =>
        this.calls.read(
          owner,
          { service: 'information', path: 'categories', query: { ...query, pageToken } },
          turn,
        ),
      ({ categories }) => categories,
    );
  }

  /** The `DAILY_METRICS` of a location by day, first and last day included. */
  async dailyMetrics(
    owner: GoogleOwner,
    id: string,
    { from, to }: DayRange,
    turn?: GoogleTurn,
  ): Promise<GoogleMetricSeries[]> {
    const path = googlePath`locations/${id}:fetchMultiDailyMetricsTimeSeries`;
    const query = {
      dailyMetrics: DAILY_METRICS,
      ...parts('dailyRange.startDate', toGoogleDate(from)),
      ...parts('dailyRange.endDate', toGoogleDate(to)),
    };
    const answer = await this.calls.read<{
      multiDailyMetricTimeSeries?: ({ dailyMetricTimeSeries?: GoogleMetricSeries[] } | null)[];
    }>(owner, { service: 'performance', path, query }, turn);
    return listOf(answer.multiDailyMetricTimeSeries).flatMap((group) => group?.dailyMetricTimeSeries ?? []);
  }

  /** What people searched for when they found a location in a month, page by page. */
  monthlyKeywords(
    owner: GoogleOwner,
    id: string,
    month: GoogleMonth,
    turn?: GoogleTurn,
  ): AsyncIterable<GoogleKeywordCount[]> {
    const path = googlePath`locations/${id}/searchkeywords/impressions/monthly`;
    const query = {
      pageSize: KEYWORDS_PAGE,
      ...parts('monthlyRange.startMonth', month),
      ...parts('monthlyRange.endMonth', month),
    };
    return pagesOf<Page & { searchKeywordsCounts?: GoogleKeywordCount[] }, GoogleKeywordCount>(
      (pageToken) =>
        this.calls.read(owner, { service: 'performance', path, query: { ...query, pageToken } }, turn),
      ({ searchKeywordsCounts }) => searchKeywordsCounts,
    );
  }

  /** The posts of a place as one of its accounts shows them, page by page, in no particular order. */
  listLocalPosts(
    owner: GoogleOwner,
    { accountId, locationId }: PostPlace,
    turn?: GoogleTurn,
  ): AsyncIterable<GoogleLocalPost[]> {
    const path = googlePath`accounts/${accountId}/locations/${locationId}/localPosts`;
    return pagesOf<Page & { localPosts?: GoogleLocalPost[] }, GoogleLocalPost>(
      (pageToken) =>
        this.calls.read(owner, { service: 'v4', path, query: { pageSize: POSTS_PAGE, pageToken } }, turn),
      ({ localPosts }) => localPosts,
    );
  }

  /** Whether Google has a place under an account, and accepts posts and replies there: 404 and 403 say no. */
  async isUnder(
    owner: GoogleOwner,
    { accountId, locationId }: PostPlace,
    turn?: GoogleTurn,
  ): Promise<boolean> {
    const path = googlePath`accounts/${accountId}/locations/${locationId}/localPosts`;
    try {
      await this.calls.read(owner, { service: 'v4', path, query: { pageSize: 1 } }, turn);
      return true;
    } catch (error) {
      if (!isNotShown(error)) throw error;
      return false;
    }
  }

  /** A post by its name. */
  async getLocalPost(owner: GoogleOwner, name: string, turn?: GoogleTurn): Promise<GoogleLocalPost> {
    return this.calls.read(owner, { service: 'v4', path: localPostPath(name).path }, turn);
  }

  /**
   * Creates a post. It is sent once, and again only if Google did not accept the access token: Google accepts the same
   * post twice. Also `google/refused`.
   */
  async createLocalPost(
    owner: GoogleOwner,
    { accountId, locationId }: PostPlace,
    body: object,
    turn?: GoogleTurn,
  ): Promise<GoogleLocalPost> {
    const path = googlePath`accounts/${accountId}/locations/${locationId}/localPosts`;
    return this.calls.edit(owner, locationId, { service: 'v4', method: 'POST', path, body }, turn);
  }

  /** Deletes a post by its name. Also `google/refused`. */
  async deleteLocalPost(owner: GoogleOwner, name: string, turn?: GoogleTurn): Promise<void> {
    const { path, locationId } = localPostPath(name);
    await this.calls.edit(owner, locationId, { service: 'v4', method: 'DELETE', path }, turn);
  }
}

/** Changes each item of a list. Anything but a list stays as it is: the caller refuses it. */
function eachOf<Item>(list: Item[] | undefined, change: (item: Item) => Item): Item[] | undefined {
  return Array.isArray(list) ? list.map(change) : list;
}

/** An account whose name is one line; anything else stays as it is. */
function withCleanName(google: GoogleAccount): GoogleAccount {
  const name: unknown = google?.accountName;
  return typeof name === 'string' ? { ...google, accountName: cleanName(name) } : google;
}

/** A location whose title is one line; anything else stays as it is. */
function withCleanTitle<Google extends Pick<GoogleLocation, 'title'>>(google: Google): Google {
  const title: unknown = google?.title;
  return typeof title === 'string' ? { ...google, title: cleanName(title) } : google;
}

/** Whether a value is the name of a post, by which it can be asked for and stored. */
export function isLocalPostName(value: unknown): value is string {
  return typeof value === 'string' && GOOGLE_NAMES.post.test(value);
}

/** The path of a post's name, with its ids checked. Errors: `not_found` for any other text. */
function localPostPath(name: string): { path: string; locationId: string } {
  const [path, , locationId] = GOOGLE_NAMES.post.exec(name) ?? [];
  if (!path || !locationId) throw AppError.of('not_found');
  return { path, locationId };
}

/** The parts of a date or a month as query parameters of Google. */
function parts(name: string, values: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([part, value]) => [`${name}.${part}`, value as number]),
  );
}

import { Injectable } from '@nestjs/common';
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
  type LocationStats,
} from '../business-profile-provider.js';
import { ConnectionsService } from '../connections.service.js';
import type { MirrorOwner } from '../mirror-owner.js';
import type { PostPlace, PublishOptions, PublishRequest, RemotePost } from '../remote-post.js';
import { MirrorRepository } from '../mirror.repository.js';
import { CategorySearch } from './category-search.js';
import { GoogleApi } from './google-api.js';
import { GooglePosts } from './google-posts.js';
import type { GoogleTurn } from './google-calls.js';
import { GoogleTiming } from './google-timing.js';
import { LocationFigures } from './location-figures.js';
import { toPatch } from './location-patch.js';
import { LocationReader } from './location-reader.js';
import { topFieldOf } from './mapping.js';
import { toRefusal } from './refusals.js';

/** Where nothing tells in which country a user's places lie. */
const DEFAULT_REGION = 'US';

/** While these last, a place is shown as it was last read. */
const AWAY = ['google/unavailable', 'google/busy', 'google/no-quota', 'google/reconnect', 'connect/held'];

/**
 * A connected user's own accounts and places. Lists and searches are answered from the mirror, one place and every save
 * by Google. A place that the mirror does not show to the user is `not_found` before anything is sent.
 */
@Injectable()
export class GoogleProvider extends BusinessProfileProvider {
  readonly source = 'google';

  constructor(
    private readonly connections: ConnectionsService,
    private readonly mirror: MirrorRepository,
    private readonly api: GoogleApi,
    private readonly reader: LocationReader,
    private readonly figures: LocationFigures,
    private readonly categories: CategorySearch,
    private readonly posts: GooglePosts,
    private readonly timing: GoogleTiming,
  ) {
    super();
  }

  async listAccounts(uid: string): Promise<BusinessAccount[]> {
    return this.mirror.listAccounts(await this.ownerOf(uid));
  }

  async listLocations(uid: string, query: LocationQuery): Promise<LocationPage> {
    return this.mirror.listLocations(await this.ownerOf(uid), query);
  }

  async getLocation(uid: string, id: string): Promise<Location> {
    const owner = await this.ownerOf(uid);
    const copy = await this.copyOf(owner, id);
    const isFresh = await this.refresh(owner, id, { priority: 'read', withinMs: this.timing.showMs });
    return isFresh ? this.copyOf(owner, id) : copy;
  }

  async knownLocation(uid: string, id: string): Promise<Location | undefined> {
    return this.mirror.findLocation(await this.ownerOf(uid), id);
  }

  async postPlace(uid: string, locationId: string) {
    const place = await this.mirror.findPlace(uid, locationId);
    return place && { ...place, locationId };
  }

  async updateLocation(uid: string, id: string, change: LocationChange): Promise<Location> {
    const owner = await this.ownerOf(uid);
    const copy = await this.copyOf(owner, id);
    if (change.address !== undefined && change.address !== copy.address)
      throw AppError.invalid([{ field: 'address', message: "The address is edited in Google's own editor" }]);
    const { body, mask } = toPatch(change);
    if (mask.length === 0) return this.getLocation(uid, id);
    if (change.phoneNumber === null) await this.refuseWhileThereAreFurtherPhones(uid, id);
    const accepted = await this.api.patchLocation(uid, id, body, mask).catch((error: unknown) => {
      throw toRefusal(error, change);
    });
    this.reader.noteSaved(owner, id);
    const isFresh = await this.refresh(owner, id, { priority: 'save' });
    if (!isFresh) await this.mirror.saveFields(owner, id, accepted, mask.map(topFieldOf));
    return this.copyOf(owner, id);
  }

  async locationStats(uid: string, id: string): Promise<LocationStats> {
    const owner = await this.ownerOf(uid);
    await this.copyOf(owner, id);
    return this.figures.read(owner, id);
  }

  async searchCategories(uid: string, search: string): Promise<Category[]> {
    const region = await this.mirror.mainRegion(await this.ownerOf(uid));
    return this.categories.find(uid, region ?? DEFAULT_REGION, search);
  }

  beforePostsAreListed(): Promise<void> {
    return Promise.resolve();
  }

  async schedulePost(uid: string, { locationId }: { locationId: string; publishAt: Date; body: PostBody }) {
    return this.copyOf(await this.ownerOf(uid), locationId);
  }

  publishPost(uid: string, request: PublishRequest, options: PublishOptions): Promise<RemotePost> {
    return this.posts.publish(uid, request, options);
  }

  listPublished(uid: string, place: PostPlace): AsyncIterable<RemotePost[]> {
    return this.posts.list(uid, place);
  }

  getPublished(uid: string, name: string): Promise<RemotePost> {
    return this.posts.get(uid, name);
  }

  deletePublished(uid: string, name: string): Promise<void> {
    return this.posts.delete(uid, name);
  }

  private async ownerOf(uid: string): Promise<MirrorOwner> {
    const connection = await this.connections.find(uid);
    if (!connection) throw AppError.of('connect/not-connected');
    return { uid, subject: connection.subject };
  }

  private async copyOf(owner: MirrorOwner, id: string): Promise<Location> {
    const copy = await this.mirror.findLocation(owner, id);
    if (!copy) throw AppError.of('not_found');
    return copy;
  }

  /** Brings the copy up to date; false when Google cannot be asked at present. */
  private async refresh(owner: MirrorOwner, id: string, turn: GoogleTurn): Promise<boolean> {
    try {
      await this.reader.refresh(owner, id, turn);
      return true;
    } catch (error) {
      if (error instanceof AppError && AWAY.includes(error.code)) return false;
      throw error;
    }
  }

  /** Google keeps no further numbers without a primary one, and we do not know what they are for. */
  private async refuseWhileThereAreFurtherPhones(uid: string, id: string): Promise<void> {
    const { phoneNumbers } = await this.api.getLocation(uid, id, { priority: 'save' });
    if (phoneNumbers?.additionalPhones?.length)
      throw AppError.invalid([
        { field: 'phoneNumber', message: 'Google needs a primary phone number while there are further ones' },
      ]);
  }
}

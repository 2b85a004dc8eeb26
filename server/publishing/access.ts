import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type {
  BusinessProfileProvider,
  GoogleOwner,
  KnownPlace,
} from '../business-profile/port/business-profile-provider.js';
import type { PostRow } from '../posts/posts.repository.js';

/** Whether the platform can be asked for a post at present. */
export type Access =
  | { state: 'open'; provider: BusinessProfileProvider }
  | { state: 'lost' }
  | { state: 'held' }
  /** Google does not let this server publish at all. */
  | { state: 'no_quota' };

/** Finds what a post is published with: the connection to the Google account that it was scheduled with, or nothing. */
@Injectable()
export class PostAccess {
  constructor(private readonly providers: BusinessProfileProviders) {}

  async of({ workspaceId, source, subject }: PostRow): Promise<Access> {
    const provider = this.providers.named(source);
    if (source === 'sample') return { state: 'open', provider };
    const { owner, connection, closedApis } = await this.providers.sourceOf(workspaceId);
    if (!connection || owner.subject !== subject || connection === 'reconnect') return { state: 'lost' };
    if (connection !== 'connected') return { state: connection };
    return closedApis.includes('v4') ? { state: 'no_quota' } : { state: 'open', provider };
  }

  /** Where a post is to appear; undefined for a place that is not known to be its owner's. */
  placeOf(post: PostRow): Promise<KnownPlace | undefined> {
    return this.providers.named(post.source).postPlace(post, post.locationId);
  }
}

/** The Google account of a post; undefined for a sample post, which has none. */
export function googleOwner({ workspaceId, subject }: PostRow): GoogleOwner | undefined {
  return subject === null ? undefined : { workspaceId, subject };
}

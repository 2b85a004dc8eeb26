import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { BusinessProfileProvider, KnownPlace } from '../business-profile/business-profile-provider.js';
import { ConnectionsService } from '../business-profile/connections.service.js';
import type { PostRow } from '../posts/posts.repository.js';
import type { GoogleOwner } from './holds.repository.js';

/** Whether the platform can be asked for a post at present. */
export type Access =
  | { state: 'open'; provider: BusinessProfileProvider }
  | { state: 'lost' }
  | { state: 'held' }
  | { state: 'no_quota' };

/** Through whom a post is published: with the connection to the Google account that it was scheduled with, or not at all. */
@Injectable()
export class PostAccess {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly connections: ConnectionsService,
  ) {}

  async of({ uid, source, subject }: PostRow): Promise<Access> {
    const provider = this.providers.named(source);
    if (source === 'sample') return { state: 'open', provider };
    const connection = await this.connections.find(uid);
    if (connection?.subject !== subject || connection.state === 'reconnect') return { state: 'lost' };
    const { state } = connection;
    return state === 'connected' ? { state: 'open', provider } : { state };
  }

  /** Where a post is to appear; undefined for a place that is not known to be the user's, and without a connection. */
  placeOf({ uid, source, locationId }: PostRow): Promise<KnownPlace | undefined> {
    return this.providers.named(source).postPlace(uid, locationId);
  }
}

/** The Google account of a post; undefined for a sample post, which none stands behind. */
export function googleOwner({ uid, subject }: PostRow): GoogleOwner | undefined {
  return subject === null ? undefined : { uid, subject };
}

import { Injectable } from '@nestjs/common';
import type { GoogleApiName } from '../database/connection.schema.js';
import type { BusinessProfileProvider, Owner } from './port/business-profile-provider.js';
import { type Connection, ConnectionsService } from './connection/connections.service.js';
import { GoogleApis } from './connection/google-apis.js';
import { GoogleProvider } from './google/google-provider.js';
import { SampleProvider } from './sample/sample-provider.js';

/** The source of a workspace's business data at present. */
export interface BusinessSource {
  provider: BusinessProfileProvider;
  /** The owner to pass to the provider. */
  owner: Owner;
  /** The state of the connection to Google; null for the sample. */
  connection: Connection['state'] | null;
  /** The APIs that Google does not let this server use; none for the sample. */
  closedApis: readonly GoogleApiName[];
}

/** Which source of business data each workspace has. */
@Injectable()
export class BusinessProfileProviders {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly apis: GoogleApis,
    private readonly google: GoogleProvider,
    private readonly sample: SampleProvider,
  ) {}

  /**
   * Google once a Business Profile is connected, also while it needs reconnecting; the sample before. Call it once for each
   * request.
   */
  async sourceOf(workspaceId: string): Promise<BusinessSource> {
    return this.toSource(workspaceId, await this.connections.find(workspaceId));
  }

  /** The same from a cache, for what only shows: a change by another process shows at once, and within a minute at worst. */
  async sourceToShow(workspaceId: string): Promise<BusinessSource> {
    return this.toSource(workspaceId, await this.connections.findCached(workspaceId));
  }

  /** The provider of a source, independent of any workspace. */
  named(source: Owner['source']): BusinessProfileProvider {
    return source === 'google' ? this.google : this.sample;
  }

  /**
   * How many posts the sources take at this moment without making them wait
   * (`BusinessProfileProvider.publishingCapacity`).
   */
  publishingCapacity(): number {
    return Math.min(this.google.publishingCapacity(), this.sample.publishingCapacity());
  }

  private async toSource(workspaceId: string, connection: Connection | undefined): Promise<BusinessSource> {
    if (!connection)
      return {
        provider: this.sample,
        owner: { workspaceId, source: 'sample', subject: null },
        connection: null,
        closedApis: [],
      };
    const { subject, state } = connection;
    return {
      provider: this.google,
      owner: { workspaceId, source: 'google', subject },
      connection: state,
      closedApis: await this.apis.closed(),
    };
  }
}

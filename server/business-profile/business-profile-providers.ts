import { Injectable } from '@nestjs/common';
import type { BusinessProfileProvider } from './business-profile-provider.js';
import { ConnectionsService } from './connections.service.js';
import { GoogleProvider } from './google/google-provider.js';
import { SampleProvider } from './sample/sample-provider.js';

/** What a user works on at present. */
export interface BusinessSource {
  provider: BusinessProfileProvider;
  /** The Google account behind it (`sub`); null for the sample. */
  subject: string | null;
}

/** Which source of business data each user sees. */
@Injectable()
export class BusinessProfileProviders {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly google: GoogleProvider,
    private readonly sample: SampleProvider,
  ) {}

  /** Google once a Business Profile is connected, also while it needs reconnecting; the sample before. */
  async sourceOf(uid: string): Promise<BusinessSource> {
    const connection = await this.connections.find(uid);
    return connection
      ? { provider: this.google, subject: connection.subject }
      : { provider: this.sample, subject: null };
  }

  /** The provider of a source, whatever a user sees at present. */
  named(source: BusinessProfileProvider['source']): BusinessProfileProvider {
    return source === 'google' ? this.google : this.sample;
  }

  /** The provider of the user's source. */
  async of(uid: string): Promise<BusinessProfileProvider> {
    const { provider } = await this.sourceOf(uid);
    return provider;
  }
}

import { Injectable } from '@nestjs/common';
import type { BusinessProfileProvider } from './business-profile-provider.js';
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
  constructor(private readonly sample: SampleProvider) {}

  /** Google once a Business Profile is connected, also while it needs reconnecting; the sample before. */
  sourceOf(_uid: string): Promise<BusinessSource> {
    return Promise.resolve({ provider: this.sample, subject: null });
  }

  /** The provider of the user's source. */
  async of(uid: string): Promise<BusinessProfileProvider> {
    const { provider } = await this.sourceOf(uid);
    return provider;
  }
}

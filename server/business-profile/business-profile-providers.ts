import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import type { BusinessProfileProvider } from './business-profile-provider.js';
import { ConnectionsService } from './connections.service.js';
import { GoogleProvider } from './google/google-provider.js';
import { SampleProvider } from './sample/sample-provider.js';

/** Of how many users it is remembered what they work on. */
const REMEMBERED = 10_000;

/** What a user works on at present. */
export interface BusinessSource {
  provider: BusinessProfileProvider;
  /** The Google account behind it (`sub`); null for the sample. */
  subject: string | null;
}

/** Thrown when a user has another source by now than the one that was worked on. */
export class SourceChanged extends Error {}

/** Which source of business data each user sees. */
@Injectable()
export class BusinessProfileProviders {
  /** What each user's source was when this process last asked. */
  private readonly remembered = new LRUCache<string, BusinessSource>({ max: REMEMBERED });

  constructor(
    private readonly connections: ConnectionsService,
    private readonly google: GoogleProvider,
    private readonly sample: SampleProvider,
  ) {}

  /** Google once a Business Profile is connected, also while it needs reconnecting; the sample before. */
  async sourceOf(uid: string): Promise<BusinessSource> {
    const connection = await this.connections.find(uid);
    const source: BusinessSource = connection
      ? { provider: this.google, subject: connection.subject }
      : { provider: this.sample, subject: null };
    this.remembered.set(uid, source);
    return source;
  }

  /**
   * Does work on the source that this process remembers, if it does without asking; where the user has another one by now, the
   * work is to store nothing and throw an `AppError` or `SourceChanged`, and is done again on that one. `confirm`, or a
   * statement that looks at the connection itself, tells. After any other fault nobody knows what was stored.
   */
  async withSource<Result>(uid: string, work: (source: BusinessSource) => Promise<Result>): Promise<Result> {
    const assumed = this.remembered.get(uid) ?? (await this.sourceOf(uid));
    try {
      return await work(assumed);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof SourceChanged)) throw error;
      const present = await this.sourceOf(uid);
      if (isSame(assumed, present)) throw error;
      return work(present);
    }
  }

  /** Errors: `SourceChanged` when the user's source is another one by now. */
  async confirm(uid: string, source: BusinessSource): Promise<void> {
    if (!isSame(source, await this.sourceOf(uid))) throw new SourceChanged();
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

function isSame(one: BusinessSource, other: BusinessSource): boolean {
  return one.provider === other.provider && one.subject === other.subject;
}

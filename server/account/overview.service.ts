import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { MirrorRepository } from '../business-profile/mirror.repository.js';
import { startOfMonth } from '../business-profile/wall-time.js';
import { Clock } from '../config/clock.js';
import type { OverviewDto } from './overview.dto.js';
import { OverviewRepository } from './overview.repository.js';

@Injectable()
export class OverviewService {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly mirror: MirrorRepository,
    private readonly overview: OverviewRepository,
    private readonly clock: Clock,
  ) {}

  /** The counters of a user; all 0 on sample data (specification, section 3). */
  async count(uid: string, timeZone: string): Promise<OverviewDto> {
    const { subject } = await this.providers.sourceOf(uid);
    if (subject === null)
      return { businessAccounts: 0, locations: 0, scheduledPosts: 0, publishedThisMonth: 0 };
    const owner = { uid, subject };
    const { accounts, locations } = await this.mirror.count(owner);
    const monthStart = startOfMonth(this.clock.now(), timeZone);
    const posts = await this.overview.countPosts(owner, monthStart);
    return { businessAccounts: accounts, locations, ...posts };
  }
}

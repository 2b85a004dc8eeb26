import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import type { Category } from '../business-profile-provider.js';
import { bestMatches } from '../category-matches.js';
import { GoogleApi, wholeOf } from './google-api.js';
import { GoogleTiming } from './google-timing.js';
import { toCategory } from './mapping.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
const KEPT_REGIONS = 50;

interface Catalogue {
  categories: Category[];
  /** ms since 1970 */
  readAt: number;
}

/**
 * Searches Google's categories. Google's own search looks at the beginnings of names alone, so that its whole list, some
 * 40 pages of a region, is read once a day and searched here; while it takes long, beginnings have to do.
 */
@Injectable()
export class CategorySearch {
  private readonly catalogues = new LRUCache<string, Catalogue>({ max: KEPT_REGIONS });
  private readonly underWay = new Map<string, Promise<Category[]>>();

  constructor(
    private readonly api: GoogleApi,
    private readonly clock: Clock,
    private readonly timing: GoogleTiming,
  ) {}

  /**
   * Categories of a region (ISO 3166-1) whose English name contains the words, at most 20, best match first. Errors:
   * those of `GoogleApi`, when nothing is known from before.
   */
  async find(uid: string, region: string, search: string): Promise<Category[]> {
    const known = this.catalogues.get(region);
    if (known && this.clock.now().getTime() - known.readAt < KEPT_MS)
      return bestMatches(known.categories, search);
    const whole = this.readWhole(uid, region);
    const inTime = Promise.race([whole, this.timing.wait(this.timing.categoriesMs)]);
    const categories =
      (await (known ? inTime.catch(() => undefined) : inTime)) ??
      known?.categories ??
      (await this.readBeginnings(uid, region, search));
    return bestMatches(categories, search);
  }

  private readWhole(uid: string, region: string): Promise<Category[]> {
    const running = this.underWay.get(region);
    if (running) return running;
    const reading = this.read(uid, region).finally(() => this.underWay.delete(region));
    // Nobody may be waiting for it any more when it fails; whoever searches next begins anew.
    reading.catch(() => undefined);
    this.underWay.set(region, reading);
    return reading;
  }

  private async read(uid: string, region: string): Promise<Category[]> {
    const readAt = this.clock.now().getTime();
    const whole = await wholeOf(this.api.listCategories(uid, { region }, { priority: 'mirror' }));
    const categories = whole.map(toCategory);
    this.catalogues.set(region, { categories, readAt });
    return categories;
  }

  private async readBeginnings(uid: string, region: string, search: string): Promise<Category[]> {
    // Quotes and the like have a meaning in a filter, and stand in no category's name.
    const beginning = search.replace(/[^\p{L}\p{N}&' -]/gu, ' ').trim() || undefined;
    for await (const page of this.api.listCategories(uid, { region, beginning })) return page.map(toCategory);
    return [];
  }
}

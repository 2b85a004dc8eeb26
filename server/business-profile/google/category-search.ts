import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import { DAY_MS } from '../../config/durations.js';
import { type GoogleOwner, MAX_CATEGORIES } from '../port/business-profile-provider.js';
import type { Category } from '../port/location.js';
import { bestMatches } from '../port/search-text.js';
import { GoogleApi } from '../calls/google-api.js';
import { GoogleTimeouts } from '../calls/google-clock.js';
import { wholeOf } from '../calls/google-pages.js';
import { SHAPES } from '../translation/google-shapes.js';
import type { GoogleCategory } from '../translation/google-types.js';
import { LeftOutThings } from '../calls/left-out.js';
import { toCategory } from '../translation/mapping.js';

const KEPT_MS = DAY_MS;
const KEPT_REGIONS = 50;

interface Catalogue {
  categories: Category[];
  /** ms since 1970 */
  readAt: number;
}

/**
 * Searches Google's categories. Google's own search matches only the beginnings of names. So its whole list, about
 * 40 pages for a region, is read once a day and searched here. If that takes too long, Google's search is used.
 */
@Injectable()
export class CategorySearch {
  private readonly catalogues = new LRUCache<string, Catalogue>({ max: KEPT_REGIONS });
  private readonly underWay = new Map<string, Promise<Category[]>>();

  constructor(
    private readonly api: GoogleApi,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /**
   * Categories of a region (ISO 3166-1) whose English name contains the words, at most `MAX_CATEGORIES`, best match
   * first. Errors: those of `GoogleApi`, when no earlier list is known.
   */
  async find(owner: GoogleOwner, region: string, search: string): Promise<Category[]> {
    const known = this.catalogues.get(region);
    if (known && this.clock.now().getTime() - known.readAt < KEPT_MS)
      return bestMatches(known.categories, search, MAX_CATEGORIES);
    const whole = this.readWhole(owner, region);
    const inTime = Promise.race([whole, this.timeouts.wait(this.timeouts.categoriesMs)]);
    const categories =
      (await (known ? inTime.catch(() => undefined) : inTime)) ??
      known?.categories ??
      (await this.readBeginnings(owner, region, search));
    return bestMatches(categories, search, MAX_CATEGORIES);
  }

  private readWhole(owner: GoogleOwner, region: string): Promise<Category[]> {
    const running = this.underWay.get(region);
    if (running) return running;
    const reading = this.read(owner, region).finally(() => this.underWay.delete(region));
    // If it fails when no search waits for it, that is no error: the next search reads again.
    reading.catch(() => undefined);
    this.underWay.set(region, reading);
    return reading;
  }

  private async read(owner: GoogleOwner, region: string): Promise<Category[]> {
    const readAt = this.clock.now().getTime();
    const whole = await wholeOf(this.api.listCategories(owner, { region }, { priority: 'mirror' }));
    const categories = this.readable(whole);
    this.catalogues.set(region, { categories, readAt });
    return categories;
  }

  private async readBeginnings(owner: GoogleOwner, region: string, search: string): Promise<Category[]> {
    // Quotes and similar characters have a meaning in a filter, and no category's name contains them.
    const beginning = search.replace(/[^\p{L}\p{N}&' -]/gu, ' ').trim() || undefined;
    for await (const page of this.api.listCategories(owner, { region, beginning }))
      return this.readable(page);
    return [];
  }

  private readable(categories: GoogleCategory[]): Category[] {
    return this.leftOut.keepFitting('category', categories, SHAPES.category).map(toCategory);
  }
}

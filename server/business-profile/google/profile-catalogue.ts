import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import { DAY_MS } from '../../config/durations.js';
import { AppError } from '../../errors/app-error.js';
import { webLink } from '../../security/web-address.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { LocationAttribute, MoreHoursType } from '../port/location.js';
import { GoogleCalls } from '../calls/google-calls.js';
import { toWords } from '../translation/google-hours.js';
import { listOf, type Page, pagesOf, wholeOf } from '../calls/google-pages.js';
import { googlePath } from '../calls/google-request.js';
import { SHAPES } from '../translation/google-shapes.js';
import type {
  GoogleAttribute,
  GoogleAttributeType,
  GoogleHoursType,
  GoogleLocation,
} from '../translation/google-types.js';
import { LeftOutThings } from '../calls/left-out.js';
import { idOf } from '../translation/mapping.js';

/** The region of a location without a country. */
export const DEFAULT_REGION = 'US';

const KEPT_MS = DAY_MS;
const KEPT = 500;
/** The largest page that Google gives. */
const ATTRIBUTES_PAGE = 200;

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/**
 * What Google offers for the categories of a location, in English: attributes and types of hours. Google's catalogue is
 * read once a day for each category and region. Errors of every method: those of `GoogleApi`.
 */
@Injectable()
export class ProfileCatalogue {
  private readonly logger = new Logger('Google');
  private readonly catalogue = new LRUCache<string, { readAt: number; items: object[] }>({ max: KEPT });

  constructor(
    private readonly calls: GoogleCalls,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
  ) {}

  /** The types of hours that a location can have besides its regular ones. */
  async hoursTypes(owner: GoogleOwner, location: GoogleLocation): Promise<MoreHoursType[]> {
    const [names, region] = [categoriesOf(location).sort(), regionOf(location)];
    if (names.length === 0) return [];
    const types = await this.daily(['hours', region, ...names], () =>
      this.readHoursTypes(owner, names, region),
    );
    const found = new Map(
      types.flatMap(({ hoursTypeId: id, displayName, localizedDisplayName }) =>
        id ? [[id, localizedDisplayName ?? displayName ?? toWords(id)]] : [],
      ),
    );
    return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => inOrder(a.name, b.name));
  }

  /**
   * The attributes of a location that are set, by group and name. If the catalogue of its category cannot be read, their ids
   * are put into words. An attribute that cannot be read itself is left out.
   */
  async attributes(owner: GoogleOwner, location: GoogleLocation): Promise<LocationAttribute[]> {
    const id = idOf(location);
    const [set, ...offered] = await Promise.all([
      this.readAttributes(owner, id),
      ...categoriesOf(location).map((name) => this.typesOf(owner, name, regionOf(location))),
    ]);
    const types = new Map(offered.flat().map((type) => [type.parent, type]));
    return this.leftOut
      .keepFitting('attribute', set, SHAPES.attribute, { location: id })
      .map((attribute) => toAttribute(attribute, types.get(attribute.name)))
      .filter(({ values }) => values.length > 0)
      .sort((a, b) => inOrder(a.group, b.group) || inOrder(a.name, b.name));
  }

  /** The attributes that a category offers; none while Google does not say. */
  private async typesOf(owner: GoogleOwner, name: string, region: string): Promise<GoogleAttributeType[]> {
    try {
      return await this.daily(['attributes', region, name], () =>
        this.readAttributeTypes(owner, name, region),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ event: 'attributes.catalogue_not_read', category: name, reason: error.code });
      return [];
    }
  }

  /** The items of a key, read again after a day. */
  private async daily<Item extends object>(parts: string[], read: () => Promise<Item[]>): Promise<Item[]> {
    const key = parts.join(' ');
    const now = this.clock.now().getTime();
    const known = this.catalogue.get(key);
    if (known && now - known.readAt < KEPT_MS) return known.items as Item[];
    const items = await read();
    this.catalogue.set(key, { readAt: now, items });
    return items;
  }

  private async readHoursTypes(
    owner: GoogleOwner,
    names: string[],
    region: string,
  ): Promise<GoogleHoursType[]> {
    const query = { names, regionCode: region, languageCode: 'en', view: 'FULL' };
    const { categories } = await this.calls.read<{
      categories?: { moreHoursTypes?: GoogleHoursType[] }[];
    }>(owner, { service: 'information', path: 'categories:batchGet', query });
    const types = this.leftOut
      .keepFitting('category', listOf(categories), SHAPES.categoryWithHours)
      .flatMap(({ moreHoursTypes = [] }) => moreHoursTypes);
    return this.leftOut.keepFitting('hours_type', types, SHAPES.hoursType);
  }

  private async readAttributeTypes(
    owner: GoogleOwner,
    category: string,
    region: string,
  ): Promise<GoogleAttributeType[]> {
    const query = {
      categoryName: category,
      regionCode: region,
      languageCode: 'en',
      pageSize: ATTRIBUTES_PAGE,
    };
    const types = await wholeOf(
      pagesOf<Page & { attributeMetadata?: GoogleAttributeType[] }, GoogleAttributeType>(
        (pageToken) =>
          this.calls.read(owner, {
            service: 'information',
            path: 'attributes',
            query: { ...query, pageToken },
          }),
        ({ attributeMetadata }) => attributeMetadata,
      ),
    );
    return this.leftOut.keepFitting('attribute_type', types, SHAPES.attributeType);
  }

  private async readAttributes(owner: GoogleOwner, id: string): Promise<GoogleAttribute[]> {
    const path = googlePath`locations/${id}/attributes`;
    const { attributes } = await this.calls.read<{ attributes?: GoogleAttribute[] }>(owner, {
      service: 'information',
      path,
    });
    return listOf(attributes);
  }
}

/** `categories/gcid:bakery`, the primary category first. */
function categoriesOf({ categories }: GoogleLocation): string[] {
  const all = [categories?.primaryCategory, ...(categories?.additionalCategories ?? [])];
  return all.flatMap((category) => category?.name ?? []);
}

function regionOf({ storefrontAddress, serviceArea }: GoogleLocation): string {
  return storefrontAddress?.regionCode ?? serviceArea?.regionCode ?? DEFAULT_REGION;
}

/** An attribute in words: those of the catalogue, or else its id put into words. */
function toAttribute(attribute: GoogleAttribute, type: GoogleAttributeType = {}): LocationAttribute {
  const id = attribute.name.replace(/^attributes\//, '');
  const { values = [], repeatedEnumValue, uriValues = [] } = attribute;
  const chosen = [...values, ...(repeatedEnumValue?.setValues ?? [])].map((value) => wordsOf(value, type));
  return {
    id,
    name: type.displayName ?? toWords(id),
    group: type.groupDisplayName ?? 'Other',
    values: [...chosen, ...uriValues.flatMap(({ uri }) => webLink(uri) ?? [])],
  };
}

function wordsOf(value: unknown, { valueMetadata = [] }: GoogleAttributeType): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const known = valueMetadata.find((each) => each.value === value);
  return known?.displayName ?? toWords(String(value));
}

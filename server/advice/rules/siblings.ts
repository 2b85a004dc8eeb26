import type { GoogleCategory, GoogleLocation } from '../../business-profile/translation/google-types.js';
import { canonicalText, type RawValue, valueIn } from '../../business-profile/translation/profile-fields.js';
import { Brands } from './brands.js';
import { indexOfWords, keysOf, placeNamesOf } from './name-words.js';
import { countryOf, phoneOf } from './phone-of.js';
import { AddressIndex, type Others, TwinIndex } from './place-indexes.js';
import { addressKey, capitalWords, nameForm, siteKey } from './sibling-keys.js';
import { type Common, Tally } from './tally.js';

/** A location and its payload. */
export interface Located {
  id: string;
  accountId: string;
  google: GoogleLocation;
}

/** What is kept of each location, so that it can be left out when the others are asked. */
interface Counted {
  group: string | undefined;
  words: readonly string[];
  form: string;
  hasWebsite: boolean;
  capitals: readonly string[];
  category: string | undefined;
  hours: string | undefined;
}

/** More than these shares of the others have to agree. */
const NEARLY_ALL = 0.8;
const MOST = 0.5;
/** So few others are no custom yet. */
const MIN_OTHERS = 4;

/**
 * What the locations of a workspace have in common. One answer about one location takes the same time, however many there are.
 * Brands are those of an account in one country.
 */
export class Siblings {
  private readonly counted = new Map<string, Counted>();
  private readonly brands = new Map<string, Brands>();
  private readonly brandTally = new Tallies();
  private readonly forms = new Tallies();
  private readonly categories = new Tallies();
  private readonly hours = new Tallies();
  private readonly categoryNamed = new Map<string, GoogleCategory>();
  private readonly hoursNamed = new Map<string, RawValue>();
  private readonly phones = new AddressIndex();
  private readonly sites = new AddressIndex();
  private readonly twins = new TwinIndex();
  private readonly capitals = new Map<string, number>();
  private websites = 0;

  constructor(rows: Iterable<Located>) {
    for (const row of rows) this.read(row);
    for (const counted of this.counted.values()) this.countByBrand(counted);
  }

  /** How many locations the workspace has. */
  get size(): number {
    return this.counted.size;
  }

  /** The locations with the same phone number at other addresses. */
  phoneElsewhere({ id, google }: Located): Others | undefined {
    const [phone, address] = [phoneOf(google)?.number, addressKey(google)];
    return phone && address ? this.phones.elsewhere(phone, address, id) : undefined;
  }

  /** The locations with the same website at other addresses. */
  websiteElsewhere({ id, google }: Located): Others | undefined {
    const [site, address] = [siteKey(google.websiteUri), addressKey(google)];
    return site && address ? this.sites.elsewhere(site, address, id) : undefined;
  }

  /** The locations with the same address, phone number, main category and name, but for words at the end. */
  twinsOf({ id, google }: Located): string[] {
    const key = twinKey(google);
    return key === undefined ? [] : this.twins.of(key, id, keysOf(google.title ?? ''));
  }

  /** How many of the other locations have a website. */
  othersWithWebsite({ id }: Located): { others: number; count: number } {
    const own = this.counted.get(id);
    return { others: this.size - (own ? 1 : 0), count: this.websites - (own?.hasWebsite ? 1 : 0) };
  }

  /** Whether another location of the account writes this word in capitals as well. */
  sharesCapitals({ id, accountId }: Located, word: string): boolean {
    const own = this.counted.get(id)?.capitals.includes(word) ? 1 : 0;
    return (this.capitals.get(`${accountId} ${word}`) ?? 0) > own;
  }

  /** The words of the brand that the name of a location begins with. */
  brandOf({ accountId, google }: Located): string[] | undefined {
    const group = groupOf(accountId, google);
    return group === undefined ? undefined : this.brands.get(group)?.of(brandWords(google));
  }

  /** The brand of nearly all others of the account in the country. */
  commonBrand(located: Located): Common | undefined {
    return this.commonIn(this.brandTally, groupOf(located.accountId, located.google), located, (own) =>
      this.brandNameOf(own),
    );
  }

  /** The name that most others of the account in the country have, with `{town}` in place of the town. */
  commonForm(located: Located): Common | undefined {
    const group = groupOf(located.accountId, located.google);
    return this.commonIn(this.forms, group, located, (own) => own.form, MOST);
  }

  /** The main category of nearly all others of the brand. */
  commonCategory(located: Located): (Common & { category: GoogleCategory }) | undefined {
    const common = this.commonIn(this.categories, this.brandKey(located), located, (own) => own.category);
    const category = common && this.categoryNamed.get(common.value);
    return category && { ...common, category };
  }

  /** The regular hours of nearly all others of the brand. */
  commonHours(located: Located): (Common & { hours: RawValue }) | undefined {
    const common = this.commonIn(this.hours, this.brandKey(located), located, (own) => own.hours);
    return common && { ...common, hours: this.hoursNamed.get(common.value) };
  }

  private commonIn(
    tallies: Tallies,
    key: string | undefined,
    { id }: Located,
    valueOf: (own: Counted) => string | undefined,
    share = NEARLY_ALL,
  ): Common | undefined {
    if (key === undefined) return undefined;
    const own = this.counted.get(id);
    return tallies.get(key)?.common(share, own && valueOf(own), MIN_OTHERS);
  }

  private brandKey(located: Located): string | undefined {
    const brand = this.brandOf(located);
    return brand && `${groupOf(located.accountId, located.google)} ${brand.join(' ')}`;
  }

  private brandNameOf({ group, words }: Counted): string {
    return (group === undefined ? undefined : this.brands.get(group)?.of(words)?.join(' ')) ?? '';
  }

  private read({ id, accountId, google }: Located): void {
    const counted = this.toCounted(accountId, google);
    this.counted.set(id, counted);
    if (counted.hasWebsite) this.websites += 1;
    for (const word of counted.capitals) {
      const key = `${accountId} ${word}`;
      this.capitals.set(key, (this.capitals.get(key) ?? 0) + 1);
    }
    if (counted.group !== undefined) {
      const brands = this.brands.get(counted.group) ?? new Brands();
      this.brands.set(counted.group, brands);
      brands.add(counted.words);
    }
    this.readPlace(id, google);
  }

  private readPlace(id: string, google: GoogleLocation): void {
    const address = addressKey(google);
    if (address === undefined) return;
    const [phone, site, twin] = [phoneOf(google)?.number, siteKey(google.websiteUri), twinKey(google)];
    if (phone) this.phones.add(phone, address, id);
    if (site) this.sites.add(site, address, id);
    if (twin) this.twins.add(twin, id, keysOf(google.title ?? ''));
  }

  private toCounted(accountId: string, google: GoogleLocation): Counted {
    const category = google.categories?.primaryCategory;
    if (category) this.categoryNamed.set(category.name, category);
    const hours = valueIn(google, 'regularHours');
    const hoursText = hours === null ? undefined : canonicalText('regularHours', hours, google);
    if (hoursText !== undefined && !this.hoursNamed.has(hoursText)) this.hoursNamed.set(hoursText, hours);
    return {
      group: groupOf(accountId, google),
      words: brandWords(google),
      form: nameForm(google),
      hasWebsite: Boolean(google.websiteUri?.trim()),
      capitals: [...new Set(capitalWords(google.title ?? '').map(({ text }) => text))],
      category: category?.name,
      hours: hoursText,
    };
  }

  private countByBrand(counted: Counted): void {
    if (counted.group === undefined) return;
    const brand = this.brandNameOf(counted);
    this.brandTally.of(counted.group).add(brand);
    this.forms.of(counted.group).add(counted.form);
    if (brand === '') return;
    const key = `${counted.group} ${brand}`;
    if (counted.category !== undefined) this.categories.of(key).add(counted.category);
    if (counted.hours !== undefined) this.hours.of(key).add(counted.hours);
  }
}

/** A tally for each of many keys. */
class Tallies {
  private readonly tallies = new Map<string, Tally>();

  of(key: string): Tally {
    const tally = this.tallies.get(key) ?? new Tally();
    this.tallies.set(key, tally);
    return tally;
  }

  get(key: string): Tally | undefined {
    return this.tallies.get(key);
  }
}

/** @param rows all locations of a workspace, which are read once */
export function siblingsOf(rows: Iterable<Located>): Siblings {
  return new Siblings(rows);
}

/** An account in a country; undefined where the country is not known. */
function groupOf(accountId: string, google: GoogleLocation): string | undefined {
  const country = countryOf(google);
  return country ? `${accountId} ${country}` : undefined;
}

/** The words of a name without those of its place. */
function brandWords(google: GoogleLocation): string[] {
  let words = keysOf(google.title ?? '');
  for (const place of placeNamesOf(google)) {
    const part = keysOf(place);
    const start = indexOfWords(words, part);
    if (start > 0) words = [...words.slice(0, start), ...words.slice(start + part.length)];
  }
  return words;
}

function twinKey(google: GoogleLocation): string | undefined {
  const [phone, address] = [phoneOf(google)?.number, addressKey(google)];
  const category = google.categories?.primaryCategory?.name;
  return phone && address && category ? `${address} ${phone} ${category}` : undefined;
}

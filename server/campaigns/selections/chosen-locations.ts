import { Injectable } from '@nestjs/common';
import { and, count, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { hasLabel, likeWords } from '../../business-profile/port/search-text.js';
import type { LocationChoice } from '../../database/campaigns.schema.js';
import { isAnyOf } from '../../database/any-of.js';
import { Database } from '../../database/database.js';
import { mirrorAccounts, mirrorLocations } from '../../database/mirror.schema.js';

/** How many unknown store codes are named. */
const MAX_UNKNOWN = 100;
/** How many labels are listed. */
const MAX_LABELS = 500;
/** How many choices are counted in one reading of all locations. */
const COUNTED_AT_ONCE = 10;

const LABELS = sql`case when jsonb_typeof(${mirrorLocations.data} -> 'labels') = 'array' then ${mirrorLocations.data} -> 'labels' else '[]' end`;
const STORE_CODE = sql`lower(btrim(${mirrorLocations.data} ->> 'storeCode'))`;

/** Finds which locations a choice means, as they were last read. Each location counts once, whichever accounts show it. */
@Injectable()
export class ChosenLocations {
  constructor(private readonly database: Database) {}

  /** Ids by name. */
  async ids(
    owner: GoogleOwner,
    choice: LocationChoice,
    { offset = 0, limit }: { offset?: number; limit: number },
  ): Promise<string[]> {
    const { id, sortText } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id })
      .from(mirrorLocations)
      .where(this.condition(owner, choice))
      .orderBy(sql`${sortText} collate "C"`, sql`${id} collate "C"`)
      .offset(offset)
      .limit(limit);
    return rows.map((row) => row.id);
  }

  /** The same ids as a part of another query, without an order. */
  within(owner: GoogleOwner, choice: LocationChoice) {
    return this.database.orm
      .select({ id: mirrorLocations.id })
      .from(mirrorLocations)
      .where(this.condition(owner, choice));
  }

  /** The same as the condition of another query on `mirrorLocations`. */
  condition(owner: GoogleOwner, choice: LocationChoice): SQL | undefined {
    return and(isListed(owner), this.fits(owner, choice));
  }

  /** Whether there is any of the locations. */
  async hasAny(owner: GoogleOwner, locationIds: string[]): Promise<boolean> {
    return (await this.within(owner, { locationIds }).limit(1)).length > 0;
  }

  /** How many locations each of the choices means. */
  async count(owner: GoogleOwner, choices: LocationChoice[]): Promise<number[]> {
    const counts: number[] = [];
    for (let first = 0; first < choices.length; first += COUNTED_AT_ONCE) {
      const part = choices.slice(first, first + COUNTED_AT_ONCE);
      const columns = part.map((choice, index) => [
        `count${index}`,
        sql<number>`count(*) filter (where ${this.fits(owner, choice) ?? sql`true`})`.mapWith(Number),
      ]);
      const [row = {}] = await this.database.orm
        .select(Object.fromEntries(columns) as Record<string, SQL<number>>)
        .from(mirrorLocations)
        .where(isListed(owner));
      counts.push(...part.map((_choice, index) => row[`count${index}`] ?? 0));
    }
    return counts;
  }

  /** The labels of the locations by name, with how many have each. */
  labels(owner: GoogleOwner): Promise<{ label: string; locationCount: number }[]> {
    const label = sql<string>`label`;
    return this.database.orm
      .select({ label, locationCount: count() })
      .from(mirrorLocations)
      .innerJoin(sql`jsonb_array_elements_text(${LABELS}) label`, sql`true`)
      .where(isListed(owner))
      .groupBy(label)
      .orderBy(sql`lower(label), label`)
      .limit(MAX_LABELS);
  }

  /** Those of the store codes that no location has, in their order and spelling, at most 100. */
  async unknownCodes(owner: GoogleOwner, codes: string[]): Promise<string[]> {
    if (codes.length === 0) return [];
    const known = this.database.orm
      .select({ code: STORE_CODE })
      .from(mirrorLocations)
      .where(and(isListed(owner), sql`${STORE_CODE} is not null`));
    const rows = await this.database.orm
      .select({ code: sql<string>`code` })
      .from(
        sql`jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) with ordinality given(code, place)`,
      )
      .where(sql`lower(btrim(code)) not in ${known}`)
      .orderBy(sql`place`)
      .limit(MAX_UNKNOWN);
    return rows.map(({ code }) => code);
  }

  /** Whether there is an account of that id. */
  async hasAccount(owner: GoogleOwner, id: string): Promise<boolean> {
    const isAccount = and(ownedBy(owner, mirrorAccounts), eq(mirrorAccounts.id, id));
    return (await this.database.orm.$count(mirrorAccounts, isAccount)) > 0;
  }

  /** Whether a location fits everything that is given. */
  private fits(owner: GoogleOwner, choice: LocationChoice): SQL | undefined {
    const { accountId, label, state, search, storeCodes, locationIds, without } = choice;
    const { id, data, searchText } = mirrorLocations;
    const shown = alias(mirrorLocations, 'shown');
    const isShown = and(
      eq(shown.workspaceId, owner.workspaceId),
      eq(shown.subject, owner.subject),
      eq(shown.id, id),
      eq(shown.accountId, accountId ?? ''),
    );
    const isNamed = [
      storeCodes && sql`${STORE_CODE} in ${among(storeCodes, sql`lower(btrim(value))`)}`,
      locationIds && isAnyOf(id, locationIds),
    ];
    return and(
      accountId === undefined
        ? undefined
        : exists(this.database.orm.select({ id: shown.id }).from(shown).where(isShown)),
      label === undefined ? undefined : hasLabel(data, label),
      state && eq(mirrorLocations.state, state),
      likeWords(searchText, search ?? ''),
      or(...isNamed),
      without ? sql`${id} not in ${among(without)}` : undefined,
    );
  }
}

/** The locations of an owner, each under the account with which it is listed. */
function isListed(owner: GoogleOwner): SQL | undefined {
  return and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary);
}

/** The values of a list as rows: it may be too long for parameters. */
function among(values: string[], value: SQL = sql`value`): SQL {
  return sql`(select ${value} from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) value)`;
}

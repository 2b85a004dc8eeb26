import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../config/durations.js';
import { and, between, ne, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { type PostedLocation, PostedLocations } from '../../business-profile/mirror/posted-locations.js';
import { Clock } from '../../config/clock.js';
import { frozen } from '../../config/frozen.js';
import type { CampaignRow } from '../../database/campaigns.schema.js';
import { isAnyOf } from '../../database/any-of.js';
import { Database } from '../../database/database.js';
import { posts } from '../../database/schema.js';
import { Turns } from '../../jobs/turns.js';
import { isOwned } from '../../posts/post-filter.js';
import { SAME_TEXT_DAYS } from '../../posts/preflight-rules.js';
import { PreflightService } from '../../posts/preflight.service.js';
import { LocationZones } from '../../zones/location-zones.js';
import { factsOf } from '../location-facts.js';
import { DAYS_AHEAD, type OpeningDays, toOpeningDays } from './open-days.js';
import type { LocationSheet, PlanContext } from './plan-targets.js';

/** Of how many locations the facts are read at once: a few milliseconds. */
const SHEETS_AT_ONCE = 250;
/** The days of a location whose hours do not matter. */
const NOT_READ: OpeningDays = frozen({ weekdays: null, specialDays: [] });
/** How far apart the posts of one time of day can be: by their zones and by the spread. */
const ZONES_MS = 2 * DAY_MS;

/** Reads the facts that the posts of a campaign depend on, for many locations at once. */
@Injectable()
export class CampaignFacts {
  constructor(
    private readonly database: Database,
    private readonly locations: PostedLocations,
    private readonly zones: LocationZones,
    private readonly providers: BusinessProfileProviders,
    private readonly preflight: PreflightService,
    private readonly clock: Clock,
  ) {}

  /** What is the same for all locations. */
  async context({ workspaceId, subject, body }: CampaignRow): Promise<PlanContext> {
    const { owner, connection, closedApis } = await this.providers.sourceOf(workspaceId);
    return {
      now: this.clock.now(),
      // Posts to another account than the connected one are held, as if its connection were lost.
      connection: owner.subject === subject ? connection : 'reconnect',
      isPostingClosed: closedApis.includes('v4'),
      photo: await this.preflight.photoOf({ workspaceId, source: 'google' }, body),
    };
  }

  /** What is known of locations, by id; those that are no longer the owner's are left out. */
  async sheets(campaign: CampaignRow, ids: string[]): Promise<Map<string, LocationSheet>> {
    const { workspaceId, subject } = campaign;
    const owner = { workspaceId, subject };
    const [found, texts] = await Promise.all([
      // Days on which a location is closed matter to a campaign that minds them, and to no other.
      this.locations.find(owner, ids, { withHours: campaign.closedDays !== 'publish' }),
      this.textsAround(owner, campaign, ids),
    ]);
    const places = new Map([...found].map(([id, { place }]) => [id, place]));
    const zones = new Map(await this.zones.ofPlaces({ ...owner, source: 'google' }, places));
    return new Map(
      [...found].map(([id, known]) => [
        id,
        { ...toSheet(known), timeZone: zones.get(id)?.timeZone ?? null, texts: texts.get(id) ?? [] },
      ]),
    );
  }

  /** The same for thousands of locations, in their order. */
  async manySheets(campaign: CampaignRow, ids: string[]): Promise<LocationSheet[]> {
    const all: LocationSheet[] = [];
    const turns = new Turns();
    for (let from = 0; from < ids.length; from += SHEETS_AT_ONCE) {
      await turns.pass();
      const part = ids.slice(from, from + SHEETS_AT_ONCE);
      const sheets = await this.sheets(campaign, part);
      all.push(...part.flatMap((id) => sheets.get(id) ?? []));
    }
    return all;
  }

  /** The texts of other posts at locations around the time of a campaign. */
  private async textsAround(
    owner: GoogleOwner,
    { id, wallTime, publishAt }: CampaignRow,
    ids: string[],
  ): Promise<Map<string, LocationSheet['texts']>> {
    const at = publishAt?.getTime() ?? Date.parse(`${wallTime}Z`);
    const from = new Date(at - SAME_TEXT_DAYS * DAY_MS - ZONES_MS);
    const to = new Date(at + (SAME_TEXT_DAYS + DAYS_AHEAD) * DAY_MS + ZONES_MS);
    const rows = await this.database.orm
      .select({
        locationId: posts.locationId,
        publishAt: posts.publishAt,
        text: sql<string>`${posts.body} ->> 'summary'`,
      })
      .from(posts)
      .where(
        and(
          isOwned({ ...owner, source: 'google' }),
          isAnyOf(posts.locationId, ids),
          between(posts.publishAt, from, to),
          ne(posts.status, 'FAILED'),
          sql`${posts.campaignId} is distinct from ${id}`,
        ),
      );
    const texts = new Map<string, LocationSheet['texts']>();
    for (const { locationId, ...text } of rows)
      texts.set(locationId, [...(texts.get(locationId) ?? []), text]);
    return texts;
  }
}

/** Keeps only what a plan needs: it has the sheets of all locations at once. */
function toSheet(posted: PostedLocation): Pick<LocationSheet, 'location' | 'facts' | 'hours'> {
  const { location, hours } = posted;
  const { id, accountId, name, storeCode, phoneNumber, categories, state, openStatus } = location;
  return {
    location: { id, accountId, name, storeCode, phoneNumber, categories, state, openStatus },
    facts: factsOf(posted),
    hours: hours ? toOpeningDays(hours) : NOT_READ,
  };
}

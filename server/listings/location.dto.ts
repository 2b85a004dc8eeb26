import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  LOCATION_SORTS,
  type LocationPage,
  type LocationQuery,
  type LocationSort,
} from '../business-profile/port/business-profile-provider.js';
import {
  type Location,
  LOCATION_FIELDS,
  OPEN_STATUSES,
  VERIFICATION_STATES,
  type VerificationState,
} from '../business-profile/port/location.js';
import { NumberCursor } from '../security/list-cursor.js';
import { MAX_PAGE, PageLimit, QueryText } from '../security/validation.js';
import { CategoryDto } from './listing.dto.js';
import { RegularHoursDto } from './location-hours.dto.js';

export class LocationDto implements Location {
  /** @example 'sample-101' */
  id!: string;

  /** @example 'sample-hearth-and-crumb' */
  accountId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  name!: string;

  /** @example '4 Market Square, Ashbourne DE6 1ES' */
  address!: string;

  /** @example '+44 1632 960101' */
  phoneNumber!: string | null;

  /** @example 'https://hearthandcrumb.example.com/ashbourne' */
  websiteUri!: string | null;

  /** The first is the primary category. */
  categories!: CategoryDto[];
  state!: (typeof VERIFICATION_STATES)[number];

  /** Whether the business goes on at all, whatever its hours say. */
  openStatus!: (typeof OPEN_STATUSES)[number];

  /** @example 'HC-01' */
  storeCode!: string | null;

  /** Addresses of pictures. */
  photos!: string[];

  /** Null: hours not set. */
  regularHours!: RegularHoursDto | null;

  /** Fields whose saved values Google still reviews: the public sees former ones. */
  pendingFields!: (typeof LOCATION_FIELDS)[number][];

  /** Whether the address can be changed here; else only in Google's own editor, at `editUrl`. */
  isAddressEditable!: boolean;
  editUrl!: string | null;

  /** The place on Google Maps. */
  mapsUrl!: string | null;
}

export class LocationListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: LocationDto[];

  /**
   * How many locations match the search, the state and the label, and need attention if only those are wanted.
   * @example 9
   */
  matched!: number;

  /**
   * How many locations the account has, or there are in all.
   * @example 27
   */
  total!: number;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class LocationQueryDto {
  /** Only the locations of this account; without it, all. */
  @QueryText('Account')
  accountId?: string;

  /** Part of a name, an address or a store code. */
  @QueryText('Search')
  search?: string;

  /** Only the locations that are not verified. */
  @IsOptional()
  @IsIn(['true'], { message: 'Needs attention can only be true, or left out' })
  needsAttention?: 'true';

  /** Only the locations in this state. */
  @IsOptional()
  @IsIn(VERIFICATION_STATES, { message: 'State must be VERIFIED, UNVERIFIED or SUSPENDED' })
  state?: VerificationState;

  /** Only the locations with this label, as `GET /api/selections/labels` has it. */
  @QueryText('Label')
  label?: string;

  /** By name, unless given. State: suspended and unverified first. Store code: those without one last. */
  @IsOptional()
  @IsIn(LOCATION_SORTS, { message: 'Sort must be name, state or storeCode' })
  sort?: LocationSort;

  /** `nextCursor` of the answer before, with the same query, or how many locations of the list to skip. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** The part of the list that a query asks for. The cursor is the number of locations already returned. */
export function toLocationQuery(query: LocationQueryDto): LocationQuery {
  return {
    accountId: query.accountId,
    search: query.search,
    needsAttention: query.needsAttention === 'true',
    state: query.state,
    label: query.label,
    sort: query.sort,
    offset: Number(query.cursor ?? 0),
    limit: query.limit ?? MAX_PAGE,
  };
}

/** The answer for one part of the list. */
export function toLocationList(page: LocationPage, { offset, limit }: LocationQuery): LocationListDto {
  const next = offset + limit;
  return { ...page, nextCursor: next < page.matched ? String(next) : null };
}

import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HOUR_MS } from '../../config/durations.js';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { PostedLocations } from '../../business-profile/mirror/posted-locations.js';
import { Clock } from '../../config/clock.js';
import type { LocationChoice, SelectionRow } from '../../database/campaigns.schema.js';
import { AppError } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { MAX_PAGE } from '../../security/validation.js';
import { UsersService } from '../../users/users.service.js';
import { factsOf } from '../location-facts.js';
import { ChosenLocations } from './chosen-locations.js';
import {
  type ChosenLocationsDto,
  type ChosenQueryDto,
  type LabelDto,
  type LocationChoiceDto,
  MAX_NAMED,
  type NewSelectionDto,
  type SelectionDto,
  type UpdateSelectionDto,
} from './selection.dto.js';
import { SelectionsRepository } from './selections.repository.js';

/** How long a selection without a name stays. */
const PASSING_MS = 24 * HOUR_MS;
/** The criteria that a choice and its selection can both have: they must be equal then. */
const CRITERIA = ['accountId', 'label', 'state', 'search'] as const;

/** Chosen locations of the connected Google account, kept under a name or gathered in parts. */
@Injectable()
export class SelectionsService implements OnModuleInit {
  private readonly logger = new Logger('Selections');

  constructor(
    private readonly selections: SelectionsRepository,
    private readonly chosen: ChosenLocations,
    private readonly locations: PostedLocations,
    private readonly providers: BusinessProfileProviders,
    private readonly intervalTasks: IntervalTasks,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.users.whenProven(async (tx, { workspaceId, subject }) => {
      await this.selections.deleteOthers(tx, { workspaceId, subject });
      return () => Promise.resolve();
    });
    this.intervalTasks.repeat('Dropping unsaved selections', HOUR_MS, () => this.cleanUp());
  }

  /** The kept ones by name; none on sample data. */
  async list(workspaceId: string): Promise<SelectionDto[]> {
    const { owner } = await this.providers.sourceToShow(workspaceId);
    if (owner.subject === null) return [];
    const own = { workspaceId: owner.workspaceId, subject: owner.subject };
    const rows = await this.selections.listKept(own);
    const counts = await this.chosen.count(
      own,
      rows.map(({ choice }) => choice),
    );
    return rows.map((row, index) => toSelection(row, counts[index] ?? 0));
  }

  /** The labels of the locations by name, at most 500; none on sample data. */
  async labels(workspaceId: string): Promise<LabelDto[]> {
    const { owner } = await this.providers.sourceToShow(workspaceId);
    if (owner.subject === null) return [];
    return this.chosen.labels({ workspaceId: owner.workspaceId, subject: owner.subject });
  }

  /** A page of the locations that a choice means. Errors: `connect/not-connected`, those of `choose`. */
  async matches(
    workspaceId: string,
    { choice: given, offset, limit = MAX_PAGE }: ChosenQueryDto,
  ): Promise<ChosenLocationsDto> {
    const owner = await this.ownerOf(workspaceId);
    const choice = await this.choose(owner, given);
    const ids = await this.chosen.ids(owner, choice, { offset, limit });
    const found = await this.locations.find(owner, ids);
    const [matched = 0] = await this.chosen.count(owner, [choice]);
    return {
      items: ids.flatMap((locationId) => {
        const posted = found.get(locationId);
        if (!posted) return [];
        const { name: locationName, storeCode, address, state } = posted.location;
        return [{ locationId, locationName, storeCode, address, state, variables: factsOf(posted) }];
      }),
      matched,
      unknownStoreCodes: await this.chosen.unknownCodes(owner, choice.storeCodes ?? []),
    };
  }

  /**
   * Keeps a choice, or begins one that is sent in parts. Errors: `connect/not-connected`, `too_many_selections`,
   * `not_signed_in`, `validation_failed` for a name that is taken, those of `choose`.
   */
  async add(
    workspaceId: string,
    sessionId: string,
    { isLive, choice: given, ...named }: NewSelectionDto,
  ): Promise<SelectionDto> {
    const owner = await this.ownerOf(workspaceId);
    const choice = await this.choose(owner, given);
    const name = named.name ?? null;
    const now = this.clock.now();
    const row: SelectionRow = {
      ...owner,
      id: randomUUID(),
      name,
      isLive,
      choice: name === null || isLive ? choice : await this.freeze(owner, choice),
      createdAt: now,
      updatedAt: now,
    };
    await this.selections.add(row, sessionId);
    return this.toCounted(owner, row);
  }

  /**
   * Renames a selection, or adds to it. One that is not live takes the locations that match at that moment.
   * Errors: `not_found`, `connect/not-connected`, `too_many_selections`, `validation_failed` for a name that is taken or for
   * too many codes.
   */
  async update(
    workspaceId: string,
    id: string,
    { name, ...more }: UpdateSelectionDto,
  ): Promise<SelectionDto> {
    const owner = await this.ownerOf(workspaceId);
    const found = await this.selections.find(owner, id);
    if (!found) throw AppError.of('not_found');
    let row = await this.extend(owner, found, more);
    if (name !== undefined) {
      const isFrozenNow = row.name === null && !row.isLive;
      const choice = isFrozenNow ? await this.freeze(owner, row.choice) : row.choice;
      row = await this.selections.update(owner, id, (latest) => ({ ...latest, name, choice }));
    }
    return this.toCounted(owner, row);
  }

  /** Errors: `not_found`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const { subject } = (await this.providers.sourceOf(workspaceId)).owner;
    const isGone = subject !== null && (await this.selections.delete({ workspaceId, subject }, id));
    if (!isGone) throw AppError.of('not_found');
  }

  /**
   * What a choice means together with the selection that it names. Errors: `not_found` for an unknown account or selection,
   * or where none of the locations is known; `validation_failed` where both limit the same differently.
   */
  async choose(owner: GoogleOwner, { selectionId, ...given }: LocationChoiceDto): Promise<LocationChoice> {
    const choice = toChoice(given);
    await this.checkKnown(owner, choice);
    if (!selectionId) return choice;
    const selection = await this.selections.find(owner, selectionId);
    if (!selection) throw AppError.of('not_found');
    return combined(choice, selection.choice);
  }

  /** The ids of the locations that a choice means now, by name. Errors: those of `choose`, `validation_failed` for too many. */
  async idsOf(owner: GoogleOwner, given: LocationChoiceDto): Promise<string[]> {
    const { locationIds = [] } = await this.freeze(owner, await this.choose(owner, given));
    return locationIds;
  }

  /** What a selection is called; null: it is not kept. */
  async nameOf(owner: GoogleOwner, id: string): Promise<string | null> {
    return (await this.selections.find(owner, id))?.name ?? null;
  }

  /** Drops selections that were begun and never kept. */
  async cleanUp(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - PASSING_MS);
    const dropped = await this.selections.dropPassing(before);
    if (dropped > 0) this.logger.log({ event: 'selections.dropped', selections: dropped });
  }

  /** Adds codes and locations to a selection. */
  private async extend(
    owner: GoogleOwner,
    { id, name, isLive, ...row }: SelectionRow,
    { addStoreCodes, addLocationIds }: Pick<UpdateSelectionDto, 'addStoreCodes' | 'addLocationIds'>,
  ): Promise<SelectionRow> {
    const added = toChoice({ storeCodes: addStoreCodes, locationIds: addLocationIds });
    if (!added.storeCodes && !added.locationIds) return { id, name, isLive, ...row };
    await this.checkKnown(owner, added);
    const isFrozen = name !== null && !isLive;
    const more = isFrozen ? await this.freeze(owner, added) : added;
    return this.selections.update(owner, id, (latest) => {
      const choice = { ...latest.choice, ...namedBy(latest.choice, more) };
      const size = (choice.storeCodes?.length ?? 0) + (choice.locationIds?.length ?? 0);
      if (size <= MAX_NAMED) return { ...latest, choice, updatedAt: this.clock.now() };
      const field = addStoreCodes ? 'addStoreCodes' : 'addLocationIds';
      const message = 'A selection can have at most 10,000 store codes and locations';
      throw AppError.invalid([{ field, message }]);
    });
  }

  /** The choice of the locations that it means now. Errors: `validation_failed` for too many. */
  private async freeze(owner: GoogleOwner, choice: LocationChoice): Promise<LocationChoice> {
    const locationIds = await this.chosen.ids(owner, choice, { limit: MAX_NAMED + 1 });
    if (locationIds.length > MAX_NAMED)
      throw AppError.invalid([
        { field: 'choice', message: 'That’s more than 10,000 locations. Please choose fewer' },
      ]);
    return { locationIds };
  }

  /** Errors: `not_found`. */
  private async checkKnown(owner: GoogleOwner, { accountId, locationIds }: LocationChoice): Promise<void> {
    const isKnown =
      (accountId === undefined || (await this.chosen.hasAccount(owner, accountId))) &&
      (!locationIds?.length || (await this.chosen.hasAny(owner, locationIds)));
    if (!isKnown) throw AppError.of('not_found');
  }

  private async toCounted(owner: GoogleOwner, row: SelectionRow): Promise<SelectionDto> {
    const [locationCount = 0] = await this.chosen.count(owner, [row.choice]);
    return toSelection(row, locationCount);
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}

function toSelection({ id, name, isLive }: SelectionRow, locationCount: number): SelectionDto {
  return { id, name, isLive, locationCount };
}

/** A choice as it is stored: only the fields that are given, each code and id once. */
function toChoice({
  storeCodes,
  locationIds,
  without,
  ...criteria
}: Omit<LocationChoiceDto, 'selectionId'>): LocationChoice {
  const unique = (values: string[]) => [...new Set(values.map((value) => value.trim()).filter(Boolean))];
  const given = Object.entries(criteria).filter(([, value]) => value !== undefined && value !== null);
  return {
    ...(Object.fromEntries(given) as Omit<LocationChoice, 'storeCodes' | 'locationIds' | 'without'>),
    ...(storeCodes && { storeCodes: unique(storeCodes) }),
    ...(locationIds && { locationIds: unique(locationIds) }),
    ...(without && { without: unique(without) }),
  };
}

/** The codes and ids of both choices together. */
function namedBy(...choices: LocationChoice[]): Pick<LocationChoice, 'storeCodes' | 'locationIds'> {
  const all = (key: 'storeCodes' | 'locationIds') => {
    const lists = choices.flatMap((choice) => (choice[key] ? [choice[key]] : []));
    return lists.length > 0 && { [key]: [...new Set(lists.flat())] };
  };
  return { ...all('storeCodes'), ...all('locationIds') };
}

/** Errors: `validation_failed` where both limit the same differently. */
function combined(choice: LocationChoice, selected: LocationChoice): LocationChoice {
  const twice = CRITERIA.filter(
    (name) => choice[name] !== undefined && selected[name] !== undefined && choice[name] !== selected[name],
  );
  if (twice.length > 0)
    throw AppError.invalid(
      twice.map((name) => ({
        field: `choice.${name}`,
        message: `The selection already says this differently: ${selected[name] ?? ''}`,
      })),
    );
  const without = [...(choice.without ?? []), ...(selected.without ?? [])];
  return {
    ...selected,
    ...choice,
    ...namedBy(choice, selected),
    ...(without.length > 0 && { without: [...new Set(without)] }),
  };
}

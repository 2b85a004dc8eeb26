import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock } from '../../config/clock.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { eachUntilAborted, untilAborted } from '../../jobs/bounded-wait.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import type { VerificationState } from '../location.js';
import { ALL_ACCOUNTS, GoogleApi } from './google-api.js';
import type { GoogleTurn } from './google-calls.js';
import { GoogleFailure } from './google-errors.js';
import type { GoogleAccount, GoogleLocation, GoogleUpdatedLocation } from './google-types.js';
import { idOf, stateOf, toState } from './mapping.js';
import { isFlagged, MirrorReadings, type ReadingStart } from './mirror-readings.js';
import {
  type ImportKey,
  type KnownLocation,
  MirrorImportsRepository,
  MirrorWriter,
} from './mirror-writer.js';

/**
 * An import has the lowest priority in the project's quota, so that nothing waits for it. It may wait longer itself.
 */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 60_000 };

/** The types of accounts that may have other accounts below them. */
const CONTAINERS = ['ORGANIZATION', 'USER_GROUP'];

/** How many single locations are asked for at the same time. */
const AT_ONCE = 4;

/** How long what the public sees of a location is taken as known while Google's list says nothing new about it. */
const PUBLIC_KNOWN_MS = 24 * 60 * 60_000;

/** Reads all places of a connected user from Google. */
@Injectable()
export class MirrorImport {
  constructor(
    private readonly api: GoogleApi,
    private readonly imports: MirrorImportsRepository,
    private readonly writer: MirrorWriter,
    private readonly readings: MirrorReadings,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what this import has not read yet and stores it page by page, so that a retry continues where it stopped.
   * @returns the ids of all accounts. Errors: those of `GoogleApi`, ImportSuperseded, the signal's reason.
   */
  async read(key: ImportKey, signal: AbortSignal): Promise<string[]> {
    const accounts = await this.listAccounts(key, signal);
    const ids = accounts.map(idOf);
    await this.writer.putAccounts(key, accounts);
    await this.imports.setAccountsTotal(key, ids.length);
    const done = await this.writer.accountsDone(key);
    const closed: string[] = [];
    for (const id of ids.filter((account) => !done.has(account))) {
      if (await this.readAccount(key, id, signal)) await this.writer.finishAccount(key, id);
      else closed.push(id);
    }
    // One account may be gone since it was listed. If all are gone, something is wrong, and the stored data stays.
    if (closed.length > 0 && closed.length === ids.length) throw AppError.of('google/unavailable');
    for (const id of closed) await this.writer.finishAccount(key, id);
    const [personal] = ids;
    if (personal !== undefined) await this.readOthers(key, personal, signal);
    return ids;
  }

  /**
   * All accounts in Google's order, the personal one first, each once. Accounts below another come before it, because a
   * place is posted to under the first account that lists it, and Google does not accept one further up.
   */
  private async listAccounts(
    key: ImportKey,
    signal: AbortSignal,
    below?: string,
    seen = new Set<string>(),
  ): Promise<GoogleAccount[]> {
    const listed = await this.accountsIn(key, signal, below);
    const accounts: GoogleAccount[] = [];
    for (const account of listed) {
      const id = idOf(account);
      if (seen.has(id)) continue;
      seen.add(id);
      if (CONTAINERS.includes(account.type ?? ''))
        accounts.push(...(await this.listAccounts(key, signal, id, seen)));
      accounts.push(account);
    }
    return accounts;
  }

  /** The accounts of the user, or those directly below another, which Google may refuse to list. */
  private async accountsIn(key: ImportKey, signal: AbortSignal, below?: string): Promise<GoogleAccount[]> {
    const accounts: GoogleAccount[] = [];
    try {
      const pages = this.api.listAccounts(key, { ...(below && { below }) }, TURN);
      for await (const page of eachUntilAborted(pages, signal)) accounts.push(...page);
    } catch (error) {
      if (below === undefined || !isNotShown(error)) throw error;
    }
    return accounts;
  }

  /** Stores the locations of an account. False when Google does not show the account to the user. */
  private async readAccount(key: ImportKey, accountId: string, signal: AbortSignal): Promise<boolean> {
    try {
      for await (const { page, start } of this.locationsIn(key, accountId, signal))
        await this.store(key, accountId, page, start, signal);
      return true;
    } catch (error) {
      if (isOneOf(error, 'not_found')) return false;
      throw error;
    }
  }

  /**
   * Stores the places that no account listed: the user manages them without being a member of their account. They are
   * stored under the personal account, under which Google accepts such a manager's posts.
   */
  private async readOthers(key: ImportKey, personal: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const { page, start } of this.locationsIn(key, ALL_ACCOUNTS, signal)) {
        const stored = await this.writer.statesOf(key, page.map(idOf));
        const others = page.filter((google) => !stored.has(idOf(google)));
        await this.store(key, personal, others, start, signal);
      }
    } catch (error) {
      if (!isNotShown(error)) throw error;
    }
  }

  /** The pages of a list of locations, each with the beginning of its request. */
  private async *locationsIn(
    key: ImportKey,
    accountId: string,
    signal: AbortSignal,
  ): AsyncGenerator<{ page: GoogleLocation[]; start: ReadingStart }> {
    const begin = () => this.readings.begin(key, this.clock.now());
    let start = await begin();
    for await (const page of eachUntilAborted(this.api.listLocations(key, accountId, TURN), signal)) {
      yield { page, start };
      start = await begin();
    }
  }

  private async store(
    key: ImportKey,
    accountId: string,
    locations: GoogleLocation[],
    start: ReadingStart,
    signal: AbortSignal,
  ): Promise<void> {
    const states = await this.statesOf(key, locations, signal);
    const updated = await this.updatedOf(key, locations, signal);
    const read = locations.map((google) => ({
      google,
      state: states.get(idOf(google)) ?? 'UNVERIFIED',
      updated: updated.get(idOf(google)),
    }));
    await this.writer.putLocations(key, accountId, read, start);
  }

  /**
   * What the public sees of those locations where that may differ: where Google's list says something new about them, or
   * where it was last asked a day ago.
   */
  private async updatedOf(
    key: ImportKey,
    page: GoogleLocation[],
    signal: AbortSignal,
  ): Promise<Map<string, GoogleUpdatedLocation>> {
    const flagged = page.filter(isFlagged);
    if (flagged.length === 0) return new Map();
    const known = await this.writer.knownOf(key, flagged.map(idOf));
    const now = this.clock.now().getTime();
    const asked = flagged.filter((google) => isPublicUnknown(google, known.get(idOf(google)), now));
    const updated = new Map<string, GoogleUpdatedLocation>();
    await inGroups(asked, signal, async (google) => {
      const id = idOf(google);
      const answer = await this.api.getGoogleUpdated(key, id, TURN).catch((error: unknown) => {
        if (!isOneOf(error, 'not_found', 'google/refused')) throw error;
      });
      if (answer) updated.set(id, answer);
    });
    return updated;
  }

  /** The states of the places. Asks Google only if the list has no state and this import has not asked yet. */
  private async statesOf(
    key: ImportKey,
    page: GoogleLocation[],
    signal: AbortSignal,
  ): Promise<Map<string, VerificationState>> {
    const states = await this.writer.statesOf(key, page.map(idOf));
    const unknown: string[] = [];
    for (const google of page) {
      const id = idOf(google);
      const state = stateOf(google);
      if (state) states.set(id, state);
      else if (!states.has(id)) unknown.push(id);
    }
    await inGroups(unknown, signal, async (id) => void states.set(id, await this.askForState(key, id)));
    return states;
  }

  private async askForState(owner: GoogleOwner, id: string): Promise<VerificationState> {
    try {
      return toState(await this.api.voiceOfMerchant(owner, id, TURN));
    } catch (error) {
      // We may lack access to the API for verifications while the others work.
      if (isOneOf(error, 'not_found', 'google/no-quota', 'google/refused')) return 'UNVERIFIED';
      throw error;
    }
  }
}

/** Whether Google's list says something new about a location, or it was asked for what the public sees a day ago. */
function isPublicUnknown(google: GoogleLocation, known: KnownLocation | undefined, now: number): boolean {
  if (!known?.publicReadAt || now - known.publicReadAt.getTime() >= PUBLIC_KNOWN_MS) return true;
  const { pendingMask: _, ...last } = known.data;
  return !isDeepStrictEqual(google, last);
}

/** Does something for all items, a few at a time. */
async function inGroups<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += AT_ONCE)
    await untilAborted(Promise.all(items.slice(first, first + AT_ONCE).map(work)), signal);
}

/** Whether Google does not show a list to the user, or does not know it. */
function isNotShown(error: unknown): boolean {
  const isRefused =
    error instanceof AppError && error.cause instanceof GoogleFailure && error.cause.kind === 'refused';
  return isRefused || isOneOf(error, 'not_found');
}

function isOneOf(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.some((code) => code === error.code);
}

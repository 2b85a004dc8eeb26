import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock } from '../../config/clock.js';
import type { LeftOut } from '../../database/store-apart.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { eachUntilAborted, untilAborted } from '../../jobs/bounded-wait.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { VerificationState } from '../port/location.js';
import { accountsInOrder } from './accounts-in-order.js';
import { ALL_ACCOUNTS, GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { isNotShown } from '../calls/google-errors.js';
import { GOOGLE_NAMES } from '../translation/google-names.js';
import { misfitIn } from '../translation/google-shapes.js';
import type { GoogleAccount, GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { LeftOutThings } from '../calls/left-out.js';
import { idOf, stateOf, toState } from '../translation/mapping.js';
import { type ImportKey, MirrorImportsRepository } from './mirror-imports.repository.js';
import { isFlagged, MirrorReadings, type ReadingStart } from './mirror-readings.js';
import { type KnownLocation, type KnownLocations, MirrorWriter } from './mirror-writer.js';
import { accountKey, locationKey } from './unreadable.js';

/**
 * An import has the lowest priority in the project's quota, so that nothing waits for it. It may wait longer itself.
 */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 60_000 };

/** How many single locations are asked for at the same time. */
const AT_ONCE = 4;

/** Up to so many locations are asked for one by one, where the list of everything would show them too. */
const FEW = 10;

/** Reads all places of a connected user from Google. */
@Injectable()
export class MirrorImport {
  constructor(
    private readonly api: GoogleApi,
    private readonly imports: MirrorImportsRepository,
    private readonly writer: MirrorWriter,
    private readonly readings: MirrorReadings,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what this import has not read yet and stores it page by page, so that a retry continues where it stopped. An
   * import that is not whole asks the same lists, and for a single location only if its entry there has changed.
   * @returns the ids of all accounts. Errors: those of `GoogleApi`, ImportSuperseded, the signal's reason.
   */
  async read(key: ImportKey, signal: AbortSignal): Promise<string[]> {
    const accounts = await accountsInOrder((below) => this.accountsIn(key, signal, below));
    const { ids, leftOut } = await this.writer.putAccounts(key, accounts);
    await this.leaveOut(key, 'account', leftOut);
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

  /** The accounts of the user, or those directly below another, which Google may refuse to list. */
  private async accountsIn(key: ImportKey, signal: AbortSignal, below?: string): Promise<GoogleAccount[]> {
    const accounts: GoogleAccount[] = [];
    try {
      const pages = this.api.listAccounts(key, { ...(below && { below }) }, TURN);
      for await (const page of eachUntilAborted(pages, signal))
        accounts.push(...(await this.named(key, 'account', page)));
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
   * Stores the locations that no account listed: the user manages them without being a member of their account. They are
   * stored under the personal account, under which Google accepts such a manager's posts. A few that are known are asked
   * for one by one; the list of everything would show all the others once more.
   */
  private async readOthers(key: ImportKey, personal: string, signal: AbortSignal): Promise<void> {
    const known = await this.writer.unlisted(key);
    if (isWhole(key) || known.length > FEW) await this.listOthers(key, personal, signal);
    else await inGroups(known, signal, (id) => this.readOther(key, personal, id, signal));
  }

  private async readOther(key: ImportKey, personal: string, id: string, signal: AbortSignal): Promise<void> {
    const start = await this.readings.begin(key, this.clock.now());
    const google = await this.api.getLocation(key, id, TURN).catch((error: unknown) => {
      if (!isNotShown(error)) throw error;
    });
    // It was asked for by its id, so that this is known whatever the answer says.
    const named = google && { ...google, name: `locations/${id}` };
    if (named) await this.store(key, personal, [named], start, signal);
  }

  private async listOthers(key: ImportKey, personal: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const { page, start } of this.locationsIn(key, ALL_ACCOUNTS, signal)) {
        const known = await this.writer.knownOf(key, page.map(idOf));
        const others = page.filter((google) => known.get(idOf(google))?.importId !== key.importId);
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
      yield { page: await this.named(key, 'location', page), start };
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
    const known = await this.writer.knownOf(key, locations.map(idOf));
    const states = await this.statesOf(key, locations, known, signal);
    const updated = await this.updatedOf(key, locations, known, signal);
    const read = locations.map((google) => ({
      google,
      state: states.get(idOf(google)) ?? 'UNVERIFIED',
      updated: updated.get(idOf(google)),
    }));
    await this.leaveOut(key, 'location', await this.writer.putLocations(key, accountId, read, start));
  }

  /** Those of a page that have a name of their kind; the others are left out. */
  private async named<Item extends { name: string }>(
    key: ImportKey,
    kind: 'account' | 'location',
    page: readonly Item[],
  ): Promise<Item[]> {
    const shape = { name: GOOGLE_NAMES[kind] };
    const named = page.filter((item) => misfitIn(item ?? null, shape) === undefined);
    const nameless = page.slice(named.length).map(() => ({ item: '', error: undefined }));
    await this.leaveOut(key, kind, nameless);
    return named;
  }

  /** Logs, counts and notes for the owner what cannot be stored. */
  private async leaveOut(
    key: ImportKey,
    kind: 'account' | 'location',
    leftOut: readonly LeftOut<string>[],
  ): Promise<void> {
    if (leftOut.length === 0) return;
    for (const { item, error } of leftOut)
      this.leftOut.note(kind, kind === 'location' ? { location: item } : { id: item }, error);
    const nameOf = kind === 'location' ? locationKey : accountKey;
    await this.writer.noteUnreadable(
      key,
      leftOut.map(({ item }) => nameOf(item)),
    );
  }

  /** What the public sees of those locations where that may differ. */
  private async updatedOf(
    key: ImportKey,
    page: GoogleLocation[],
    known: KnownLocations,
    signal: AbortSignal,
  ): Promise<Map<string, GoogleUpdatedLocation>> {
    const asked = page.filter((google) => {
      const last = known.get(idOf(google));
      return isFlagged(google) && (isWhole(key) || !last?.publicReadAt || hasChanged(google, last));
    });
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
    known: KnownLocations,
    signal: AbortSignal,
  ): Promise<Map<string, VerificationState>> {
    const states = new Map<string, VerificationState>();
    const unknown: string[] = [];
    for (const google of page) {
      const id = idOf(google);
      const last = known.get(id);
      const isKnown = last && (last.importId === key.importId || !(isWhole(key) || hasChanged(google, last)));
      const state = stateOf(google) ?? (isKnown ? last.state : undefined);
      if (state) states.set(id, state);
      else unknown.push(id);
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

/** Whether an import asks for all that Google tells of single locations, although their lists say nothing new. */
function isWhole({ wholeAt }: ImportKey): boolean {
  return wholeAt === null;
}

/** Whether Google's list says something new about a location. */
function hasChanged(google: GoogleLocation, last: KnownLocation): boolean {
  const { pendingMask: _, ...data } = last.data;
  return !isDeepStrictEqual(google, data);
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

function isOneOf(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.some((code) => code === error.code);
}

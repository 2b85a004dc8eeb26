import { Injectable } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { eachUntilAborted, untilAborted } from '../jobs/until-aborted.js';
import type { VerificationState } from './business-profile-provider.js';
import { GoogleApi } from './google/google-api.js';
import type { GoogleTurn } from './google/google-calls.js';
import type { GoogleAccount, GoogleLocation } from './google/google-types.js';
import { idOf, stateOf, toState } from './google/mapping.js';
import { type ImportKey, MirrorImportsRepository } from './mirror-imports.repository.js';
import { MirrorWriter } from './mirror-writer.js';

/** The last in the order of the project's quota, so that nobody waits for it; therefore it waits longer itself. */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 60_000 };

/** Verification states asked for at the same time. */
const STATES_AT_ONCE = 4;

/** Reads all places of a connected user from Google. */
@Injectable()
export class MirrorImport {
  constructor(
    private readonly api: GoogleApi,
    private readonly imports: MirrorImportsRepository,
    private readonly writer: MirrorWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what this import has not read yet and stores it page by page, so that a repetition goes on where it stopped.
   * @returns the ids of all accounts. Errors: those of `GoogleApi`, ImportSuperseded, the signal's reason.
   */
  async read(key: ImportKey, signal: AbortSignal): Promise<string[]> {
    const accounts: GoogleAccount[] = [];
    for await (const page of eachUntilAborted(this.api.listAccounts(key.uid, TURN), signal))
      accounts.push(...page);
    const ids = [...new Set(accounts.map(idOf))];
    await this.writer.putAccounts(key, accounts);
    await this.imports.setAccountsTotal(key, ids.length);
    const done = await this.writer.accountsDone(key);
    const closed: string[] = [];
    for (const id of ids.filter((account) => !done.has(account))) {
      if (await this.readAccount(key, id, signal)) await this.writer.finishAccount(key, id);
      else closed.push(id);
    }
    // One account may have gone since it was listed; that all have is no reason to throw everything away.
    if (closed.length > 0 && closed.length === ids.length) throw AppError.of('google/unavailable');
    for (const id of closed) await this.writer.finishAccount(key, id);
    return ids;
  }

  /** Stores the locations of an account; false when Google does not show the account to the user. */
  private async readAccount(key: ImportKey, accountId: string, signal: AbortSignal): Promise<boolean> {
    let askedAt = this.clock.now();
    try {
      for await (const page of eachUntilAborted(this.api.listLocations(key.uid, accountId, TURN), signal)) {
        const states = await this.statesOf(key, page, signal);
        const read = page.map((google) => ({ google, state: states.get(idOf(google)) ?? 'UNVERIFIED' }));
        await this.writer.putLocations(key, accountId, read, askedAt);
        askedAt = this.clock.now();
      }
      return true;
    } catch (error) {
      if (isOneOf(error, 'not_found')) return false;
      throw error;
    }
  }

  /** The states of the places; Google is asked only where the list does not tell and this import has not asked yet. */
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
    for (let first = 0; first < unknown.length; first += STATES_AT_ONCE) {
      const some = unknown.slice(first, first + STATES_AT_ONCE);
      const asked = some.map(async (id) => states.set(id, await this.askForState(key.uid, id)));
      await untilAborted(Promise.all(asked), signal);
    }
    return states;
  }

  private async askForState(uid: string, id: string): Promise<VerificationState> {
    try {
      return toState(await this.api.voiceOfMerchant(uid, id, TURN));
    } catch (error) {
      // The API that tells why a place may not speak for itself can be closed to us while the others are open.
      if (isOneOf(error, 'not_found', 'google/no-quota', 'google/refused')) return 'UNVERIFIED';
      throw error;
    }
  }
}

function isOneOf(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.some((code) => code === error.code);
}

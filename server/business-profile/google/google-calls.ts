import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { ConnectionsService } from '../connections.service.js';
import { AccessTokens } from './access-tokens.js';
import { type FailureKind, GoogleFailure } from './google-failure.js';
import { GoogleHttp, type GoogleRequest, type GoogleService } from './google-request.js';
import { withRetries } from './google-retry.js';
import { GoogleTiming } from './google-timing.js';
import { GoogleQuota, type Priority } from './quota.js';

/** How a call stands among others. */
export interface GoogleTurn {
  priority: Priority;
  /** How long it may take with all its tries, in milliseconds; else as long as `GoogleTiming` says. */
  withinMs?: number;
  /** How long it waits for its turn at most before it is sent, in milliseconds; else as long as it may take. */
  waitMs?: number;
  /** Called before each sending of a write, when nothing else is left to do; what it throws keeps it from leaving. */
  beforeSending?: () => Promise<void>;
}

const READING: GoogleTurn = { priority: 'read' };
const SAVING: GoogleTurn = { priority: 'save' };

/** Without these two nothing can be shown: whether they work is whether the connection works. */
const ESSENTIAL: GoogleService[] = ['accounts', 'information'];

/** For how long a connection that has just worked is not asked again whether it counts as working. */
const WORKING_MS = 60_000;

/** Calls to Google in the name of connected users: with a token, in their turn, repeated where that helps. */
@Injectable()
export class GoogleCalls {
  private readonly flights = new Map<string, Promise<unknown>>();
  /** When each connection was last found working, by `performance.now()`. */
  private readonly working = new Map<string, number>();

  constructor(
    private readonly http: GoogleHttp,
    private readonly quota: GoogleQuota,
    private readonly tokens: AccessTokens,
    private readonly connections: ConnectionsService,
    private readonly timing: GoogleTiming,
  ) {}

  /** Reads, up to three times. Whoever asks for the same while it is on its way shares the answer. */
  async read<T>(uid: string, get: Omit<GoogleRequest, 'method'>, turn = READING): Promise<T> {
    const request: GoogleRequest = { ...get, method: 'GET' };
    const key = JSON.stringify([uid, turn.priority, request]);
    const flight = this.flights.get(key) ?? this.begin(uid, request, turn);
    this.flights.set(key, flight);
    try {
      return (await flight) as T;
    } finally {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }

  /** Writes to one profile, once. Reads that began before share no answers with those that begin after. */
  async edit<T>(uid: string, locationId: string, request: GoogleRequest, turn = SAVING): Promise<T> {
    const endsAt = this.endOf(turn);
    try {
      const turnEnds = turnEndOf(turn, endsAt);
      await this.quota.takeEdit(locationId, { uid, priority: turn.priority, endsAt: turnEnds });
      return await this.attempt<T>(uid, request, turn, endsAt);
    } catch (error) {
      throw await this.translated(uid, request, error);
    } finally {
      this.flights.clear();
    }
  }

  private async begin(uid: string, request: GoogleRequest, turn: GoogleTurn): Promise<unknown> {
    const endsAt = this.endOf(turn);
    try {
      return await withRetries(this.timing, endsAt, () => this.attempt(uid, request, turn, endsAt));
    } catch (error) {
      throw await this.translated(uid, request, error);
    }
  }

  /** One try; an access token that Google does not accept is replaced once. */
  private async attempt<T>(
    uid: string,
    request: GoogleRequest,
    turn: GoogleTurn,
    endsAt: number,
  ): Promise<T> {
    const { priority, withinMs = this.timing.requestMs, beforeSending } = turn;
    for (let renewals = 0; ; renewals += 1) {
      const token = await this.tokens.get(uid);
      await this.quota.take(request.service, { uid, priority, endsAt: turnEndOf(turn, endsAt) });
      await beforeSending?.();
      try {
        const answer = await this.http.send<T>(request, token, Math.min(withinMs, this.timing.requestMs));
        await this.noteWorking(uid, request.service);
        return answer;
      } catch (error) {
        if (!(error instanceof GoogleFailure)) throw error;
        if (error.kind === 'no-scope') await this.tokens.giveUp(uid, token);
        if (error.kind !== 'unauthenticated' || renewals > 0) throw error;
        this.tokens.reject(uid, token);
      }
    }
  }

  /** What callers see of a failure; what it means for the connection is written down first. */
  private async translated(uid: string, request: GoogleRequest, error: unknown): Promise<unknown> {
    if (!(error instanceof GoogleFailure)) return error;
    const { kind } = error;
    if (kind === 'no-quota' && ESSENTIAL.includes(request.service)) {
      this.working.delete(uid);
      await this.connections.markNoQuota(uid);
    }
    return AppError.of(codeOf(kind, request.method), error);
  }

  private endOf({ withinMs = this.timing.totalMs }: GoogleTurn): number {
    return performance.now() + withinMs;
  }

  private async noteWorking(uid: string, service: GoogleService): Promise<void> {
    const now = performance.now();
    const last = this.working.get(uid);
    if (!ESSENTIAL.includes(service) || (last !== undefined && now - last < WORKING_MS)) return;
    for (const [known, at] of this.working) if (now - at >= WORKING_MS) this.working.delete(known);
    this.working.set(uid, now);
    await this.connections.markWorking(uid);
  }
}

/** Until when it is waited for a turn of a call that may take until `endsAt`. */
function turnEndOf({ waitMs = Infinity }: GoogleTurn, endsAt: number): number {
  return Math.min(endsAt, performance.now() + waitMs);
}

function codeOf(kind: FailureKind, method: GoogleRequest['method']): ErrorCode {
  switch (kind) {
    case 'no-scope':
      return 'google/reconnect';
    case 'no-quota':
      return 'google/no-quota';
    case 'busy':
      return 'google/busy';
    case 'unavailable':
      return 'google/unavailable';
    case 'unauthenticated':
      // Only the token endpoint says that a grant has ended (`invalid_grant`): this is a fault of Google's that passes.
      return 'google/unavailable';
    case 'not-found':
      return 'not_found';
    case 'forbidden':
      // Whoever may not even see something is not told that it exists.
      return method === 'GET' ? 'not_found' : 'google/refused';
    case 'refused':
      // There is nothing in a read that a person could put right.
      return method === 'GET' ? 'google/unavailable' : 'google/refused';
  }
}

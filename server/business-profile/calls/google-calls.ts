import { Injectable } from '@nestjs/common';
import type { GoogleApiName } from '../../database/connection.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { untilAborted } from '../../jobs/bounded-wait.js';
import { AppError } from '../../errors/app-error.js';
import { ConnectionsService } from '../connection/connections.service.js';
import { ESSENTIAL_APIS, GoogleApis } from '../connection/google-apis.js';
import { AccessTokens } from '../connection/access-tokens.js';
import { closedStateIn, GoogleFailure, toAppError } from './google-errors.js';
import { GoogleHttp, type GoogleRequest } from './google-request.js';
import { GoogleTimeouts } from './google-clock.js';
import { DayUpdates } from './day-updates.js';
import { GoogleQuota, type Priority } from './quota.js';

/** The priority of a call, and how long it may take. */
export interface GoogleTurn {
  priority: Priority;
  /** How long it may take with all its tries, in milliseconds; unless given, as `GoogleTimeouts` says. */
  withinMs?: number;
  /** The longest wait for its turn before it is sent, in milliseconds; unless given, as long as it may take. */
  waitMs?: number;
  /**
   * Once this is aborted nothing more is sent, and its reason is thrown. A read ends at once; a write that has left is
   * waited for, since otherwise its outcome would be unknown.
   */
  signal?: AbortSignal;
  /** It asks whether an API is open by now that was found closed, so it is sent all the same. */
  isAsking?: true;
  /** Called immediately before each sending of a write. If it throws, nothing is sent. */
  beforeSending?: () => Promise<void>;
}

/** A read is a GET, or a POST that changes nothing. */
type ReadRequest = Omit<GoogleRequest, 'method'> & { method?: 'GET' | 'POST' };

const READING: GoogleTurn = { priority: 'read' };
const SAVING: GoogleTurn = { priority: 'save' };

/** How long after a success the connection is not marked as working a second time. */
const WORKING_MS = 60_000;

/** Calls Google on behalf of connected users: with an access token, within the quota, and repeated where that helps. */
@Injectable()
export class GoogleCalls {
  private readonly flights = new Map<string, Promise<unknown>>();
  /** When each connection was last found working, by `performance.now()`. */
  private readonly working = new Map<string, number>();

  constructor(
    private readonly http: GoogleHttp,
    private readonly quota: GoogleQuota,
    private readonly updates: DayUpdates,
    private readonly tokens: AccessTokens,
    private readonly connections: ConnectionsService,
    private readonly timeouts: GoogleTimeouts,
    private readonly apis: GoogleApis,
  ) {}

  /** Reads, with up to three tries. Callers that ask for the same at the same time share one answer. */
  async read<T>(owner: GoogleOwner, get: ReadRequest, turn = READING): Promise<T> {
    const request: GoogleRequest = { method: 'GET', ...get };
    // What a stop may end is not shared with what it may not.
    const isEnded = turn.signal !== undefined;
    const key = JSON.stringify([
      owner.workspaceId,
      owner.subject,
      turn.priority,
      turn.isAsking,
      isEnded,
      request,
    ]);
    const flight = this.flights.get(key) ?? this.begin(owner, request, turn);
    this.flights.set(key, flight);
    try {
      return (await flight) as T;
    } finally {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }

  /** Writes to one profile, once. Reads that began before it share no answers with later ones. */
  async edit<T>(owner: GoogleOwner, locationId: string, request: GoogleRequest, turn = SAVING): Promise<T> {
    const endsAt = this.endOf(turn);
    try {
      const { workspaceId } = owner;
      const claim = { workspaceId, priority: turn.priority, endsAt: turnEndOf(turn, endsAt) };
      await unlessAborted(this.quota.takeEdit(locationId, claim), turn.signal);
      return await this.attempt<T>(owner, request, turn, endsAt, undefined);
    } catch (error) {
      throw await this.translated(owner, request, error);
    } finally {
      this.flights.clear();
    }
  }

  private async begin(owner: GoogleOwner, request: GoogleRequest, turn: GoogleTurn): Promise<unknown> {
    const endsAt = this.endOf(turn);
    try {
      const read = () => this.attempt(owner, request, turn, endsAt, turn.signal);
      return await withRetries(this.timeouts, endsAt, turn.signal, read);
    } catch (error) {
      throw await this.translated(owner, request, error);
    }
  }

  /** One try. An access token that Google does not accept is replaced once. @param cut ends a request that has left */
  private async attempt<T>(
    owner: GoogleOwner,
    request: GoogleRequest,
    turn: GoogleTurn,
    endsAt: number,
    cut: AbortSignal | undefined,
  ): Promise<T> {
    // All workspaces have the same project at Google, which would refuse this one as the last.
    if (!turn.isAsking && (await this.apis.isShut(request.service))) throw AppError.of('google/no-quota');
    const { priority, withinMs = this.timeouts.requestMs, beforeSending, signal } = turn;
    for (let renewals = 0; ; renewals += 1) {
      const token = await this.tokens.get(owner);
      const { workspaceId } = owner;
      const claim = { workspaceId, priority, endsAt: turnEndOf(turn, endsAt) };
      await unlessAborted(this.quota.take(request.service, claim), signal);
      if (isLocationUpdate(request)) await this.updates.take(priority, workspaceId);
      await beforeSending?.();
      try {
        const deadlineMs = Math.min(withinMs, this.timeouts.requestMs);
        const answer = await this.http.send<T>(request, token, deadlineMs, cut);
        await this.apis.noteWorking(request.service);
        await this.noteWorking(owner, request.service);
        return answer;
      } catch (error) {
        if (!(error instanceof GoogleFailure)) throw error;
        if (error.kind === 'no-scope') await this.tokens.giveUp(owner, token);
        if (error.kind !== 'unauthenticated' || renewals > 0) throw error;
        this.tokens.reject(owner, token);
      }
    }
  }

  /** Returns the error that callers see, after storing the failure's effect on the connection. */
  private async translated(owner: GoogleOwner, request: GoogleRequest, error: unknown): Promise<unknown> {
    if (!(error instanceof GoogleFailure)) return error;
    const closed = closedStateIn(error);
    if (closed) await this.apis.noteRefused(request.service, closed);
    if (closed && ESSENTIAL_APIS.includes(request.service)) {
      this.working.delete(owner.workspaceId);
      await this.connections.markNoQuota(owner.workspaceId);
    }
    return toAppError(error, request.method);
  }

  private endOf({ withinMs = this.timeouts.totalMs }: GoogleTurn): number {
    return performance.now() + withinMs;
  }

  private async noteWorking(owner: GoogleOwner, service: GoogleApiName): Promise<void> {
    const now = performance.now();
    const last = this.working.get(owner.workspaceId);
    if (!ESSENTIAL_APIS.includes(service) || (last !== undefined && now - last < WORKING_MS)) return;
    for (const [known, at] of this.working) if (now - at >= WORKING_MS) this.working.delete(known);
    this.working.set(owner.workspaceId, now);
    await this.connections.markWorking(owner.workspaceId);
  }
}

/** What counts among the changes of a day. */
function isLocationUpdate({ service, method }: GoogleRequest): boolean {
  return service === 'information' && method === 'PATCH';
}

function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return signal ? untilAborted(work, signal) : work;
}

/** Until when a call that may take until `endsAt` waits for its turn. */
function turnEndOf({ waitMs = Infinity }: GoogleTurn, endsAt: number): number {
  return Math.min(endsAt, performance.now() + waitMs);
}

/**
 * Repeats a read after a temporary failure (no answer, 5xx, too many requests), with pauses that grow and vary, so that
 * replicas do not retry in step. Only for reads.
 * @param endsAt the instant of `performance.now()` after which no try begins
 */
async function withRetries<T>(
  timeouts: GoogleTimeouts,
  endsAt: number,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const pause = tries < timeouts.tries ? pauseAfter(timeouts, tries, error) : undefined;
      if (pause === undefined || performance.now() + pause >= endsAt) throw error;
      await unlessAborted(timeouts.wait(pause), signal);
    }
  }
}

/** How long to wait after the failure, in milliseconds; undefined when a retry would not help. */
function pauseAfter(timeouts: GoogleTimeouts, tries: number, error: unknown): number | undefined {
  if (!(error instanceof GoogleFailure) || !['busy', 'unavailable'].includes(error.kind)) return undefined;
  const backOff = timeouts.random() * timeouts.pauseMs * 2 ** (tries - 1);
  const asked = error.retryAfterMs ?? 0;
  return asked > timeouts.retryAfterMs ? undefined : asked + backOff;
}

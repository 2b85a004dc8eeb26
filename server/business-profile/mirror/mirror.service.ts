import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS, HOUR_MS } from '../../config/durations.js';
import { Env } from '../../config/env.js';
import { Database } from '../../database/database.js';
import { AppError, type ErrorCode, ERRORS } from '../../errors/app-error.js';
import { Jobs, type RunningJob } from '../../jobs/job-engine.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import type { NoticeEvent } from '../../notices/events/outbox.js';
import { type Connection, ConnectionsService } from '../connection/connections.service.js';
import { MirrorImport } from './mirror-import.js';
import { type ImportRow, ImportSuperseded, MirrorImportsRepository } from './mirror-imports.repository.js';
import { MirrorWriter } from './mirror-writer.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { MirrorRepository } from './mirror.repository.js';
import { countUnreadable } from './unreadable.js';
import type { MirrorDto } from './mirror.dto.js';

/** How long after a failed import it is retried. */
const AFTER_TROUBLE_MS = 15 * MINUTE_MS;
/**
 * The same when only the user or the operator can help: the grant has ended or is held, or Google has not approved
 * the project.
 */
const AFTER_REFUSAL_MS = HOUR_MS;
/** The user knows that nothing is read: the connection has a notice of its own, or waits for their decision. */
const KNOWN_REASONS: ErrorCode[] = ['google/reconnect', 'connect/held'];
const REFUSALS: ErrorCode[] = ['google/reconnect', 'connect/held', 'google/no-quota'];

/** An import that began longer ago than this starts over, because what it has read is too old. */
const RESUMABLE_FOR_MS = 2 * HOUR_MS;

/** A page may have asked for lists before an import ended, and for its state after that, at most this long apart. */
const JUST_READ_MS = 30_000;

/** After how long without a successful import there is a notice. */
const STUCK_AFTER_MS = 24 * HOUR_MS;

/** How often this process looks for due imports. */
const SWEEP_EVERY_MS = MINUTE_MS;

/** Keeps the copy of connected users' places up to date. The import's row decides; a job does the work. */
@Injectable()
export class MirrorService implements OnModuleInit {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly imports: MirrorImportsRepository,
    private readonly reading: MirrorImport,
    private readonly writer: MirrorWriter,
    private readonly mirror: MirrorRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly intervalTasks: IntervalTasks,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.work('mirror-import', (job) => this.runImport(job));
    this.intervalTasks.repeat('Looking for due imports', SWEEP_EVERY_MS, () => this.beginDue());
    this.connections.whenConnected((connection) => this.begin(connection, { isWhole: true }));
    this.connections.whenDisconnected((owner) => this.mirror.forget(owner));
  }

  /** The progress of a workspace's import. */
  async status(workspaceId: string): Promise<MirrorDto> {
    const connection = await this.connections.find(workspaceId);
    if (!connection) return NOTHING_TO_READ;
    const row = await this.imports.find(connection);
    if (!row) return { ...NOTHING_TO_READ, state: 'importing', isReading: true };
    const { accountsDone, locationsDone } = await this.imports.progress(row);
    const isReading = row.endedAt === null;
    const unreadable = countUnreadable(row.unreadable);
    return {
      state: row.asOf !== null ? 'ready' : isReading ? 'importing' : 'failed',
      isReading,
      asOf: row.asOf,
      isJustRead: row.asOf !== null && this.clock.now().getTime() - row.asOf.getTime() < JUST_READ_MS,
      accountsTotal: row.accountsTotal,
      accountsDone,
      locationsDone,
      unreadableAccounts: unreadable.accounts,
      unreadableLocations: unreadable.locations,
      problem: row.error && ERRORS[row.error][1],
    };
  }

  /**
   * Starts an import of a workspace's places, unless one is running. Errors: `google/reconnect`, `connect/held`,
   * `connect/not-connected`.
   */
  async refresh(workspaceId: string): Promise<MirrorDto> {
    const connection = await this.connections.find(workspaceId);
    if (!connection) throw AppError.of('connect/not-connected');
    if (connection.state === 'reconnect') throw AppError.of('google/reconnect');
    if (connection.state === 'held') throw AppError.of('connect/held');
    await this.begin(connection, { isWhole: true });
    return this.status(workspaceId);
  }

  /** Begins the imports that are due, and creates missing jobs of running ones. */
  async beginDue(): Promise<void> {
    for (const owner of await this.imports.due(this.clock.now())) await this.begin(owner, { isWhole: false });
  }

  /** Begins an import unless one is running. Its row and its job commit together. */
  private async begin(owner: GoogleOwner, kind: { isWhole: boolean }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { workspaceId, subject } = owner;
      await this.imports.begin(tx, owner, this.clock.now(), kind);
      await this.jobs.send(
        'mirror-import',
        { workspaceId, subject },
        { key: `${workspaceId} ${subject}`, tx },
      );
    });
    this.jobs.wake('mirror-import');
  }

  private async runImport({ payload, isLastTry, signal }: RunningJob<'mirror-import'>): Promise<void> {
    const { workspaceId, subject } = payload;
    const owner: GoogleOwner = { workspaceId, subject };
    const connection = await this.connections.find(workspaceId);
    const row = connection?.subject === owner.subject ? await this.imports.find(owner) : undefined;
    if (!connection || !row || row.endedAt) return;
    try {
      await this.work(row, signal);
    } catch (error) {
      if (error instanceof ImportSuperseded) return;
      if (!signal.aborted) await this.noteFailure(connection, codeOf(error), isLastTry);
      if (isFinal(error)) return;
      throw error;
    }
  }

  private async work(row: ImportRow, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const isResumable = now.getTime() - row.startedAt.getTime() < RESUMABLE_FOR_MS;
    const key = isResumable ? row : await this.imports.beginAgain(row, now);
    const accountIds = await this.reading.read(key, signal);
    await this.writer.complete(key, accountIds, this.endNow(this.env.READ_EVERY_MINUTES * MINUTE_MS));
  }

  private async noteFailure(connection: Connection, code: ErrorCode, isLastTry: boolean): Promise<void> {
    const row = await this.imports.find(connection);
    if (!row) return;
    if (!isLastTry && !REFUSALS.includes(code)) return this.imports.noteTrouble(row, code);
    const end = this.endNow(REFUSALS.includes(code) ? AFTER_REFUSAL_MS : AFTER_TROUBLE_MS);
    await this.imports.fail(row, code, end, stuckEvents(connection, row, code, end.at));
  }

  /** An end now, with the next import after about the given time, varied so that not all start at once. */
  private endNow(untilNextMs: number): { at: Date; nextAt: Date } {
    const at = this.clock.now();
    return { at, nextAt: new Date(at.getTime() + untilNextMs * (0.75 + Math.random() / 2)) };
  }
}

/** The error of a failed import that its owner sees. */
function codeOf(error: unknown): ErrorCode {
  const code = error instanceof AppError ? (error.code as ErrorCode) : 'internal';
  // Google hides even the list of accounts: for the user this is the same as being unreachable.
  return code === 'not_found' || code === 'google/refused' ? 'google/unavailable' : code;
}

/** The notice of a failed import: one, when none has succeeded for a day. */
function stuckEvents(
  { workspaceId, subject, connectedAt }: Connection,
  { asOf }: ImportRow,
  code: ErrorCode,
  at: Date,
): NoticeEvent[] {
  const since = asOf && asOf > connectedAt ? asOf : connectedAt;
  if (KNOWN_REASONS.includes(code) || at.getTime() - since.getTime() < STUCK_AFTER_MS) return [];
  const reason = ERRORS[code][1];
  const key = `reading_stuck ${subject} ${since.toISOString()}`;
  return [{ workspaceId, kind: 'reading_stuck', key, cause: reason, subject: { reason }, at }];
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && REFUSALS.includes(error.code as ErrorCode);
}

const NOTHING_TO_READ: MirrorDto = {
  state: 'none',
  isReading: false,
  asOf: null,
  isJustRead: false,
  accountsTotal: null,
  accountsDone: 0,
  locationsDone: 0,
  unreadableAccounts: 0,
  unreadableLocations: 0,
  problem: null,
};

import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS } from '../../config/durations.js';
import { GOOGLE_APIS, type GoogleApiName, type GoogleApiState } from '../../database/connection.schema.js';
import { Database } from '../../database/database.js';
import { NotifiedCache } from '../../database/notified-cache.js';
import { rootOf } from '../../errors/database-errors.js';
import { ConnectionsService } from './connections.service.js';
import { type GoogleApiRow, GoogleApisRepository } from './google-apis.repository.js';

/**
 * Without these nothing can be read at all. A connection that meets them closed says so itself (`no_quota`), and they are
 * asked all the same.
 */
export const ESSENTIAL_APIS: readonly GoogleApiName[] = Object.freeze(['accounts', 'information']);
/** While one of these is closed it is not asked, but for one call every 15 minutes. */
const OTHER_APIS: readonly GoogleApiName[] = Object.freeze(
  GOOGLE_APIS.filter((api) => !ESSENTIAL_APIS.includes(api)),
);

/** How often a closed API is asked whether it is open by now. */
const ASK_EVERY_MS = 15 * MINUTE_MS;
/** How long cached states are used without reading them again, in case a notification is lost. */
const FRESH_MS = 60_000;
const ALL = 'all';

type OpenedListener = (api: GoogleApiName) => Promise<void>;

/**
 * Which of Google's APIs this server may use. Google opens each of them to a Cloud project by itself, and this server has
 * one: what the calls of one workspace find out holds for all. So that no single odd answer stops everybody, three in a
 * row close an API, of this meaning alone, and any call that works opens it.
 */
@Injectable()
export class GoogleApis implements OnModuleInit {
  private readonly logger = new Logger('GoogleApis');
  private readonly openedListeners: OpenedListener[] = [];
  private readonly cache: NotifiedCache<readonly GoogleApiRow[]>;

  constructor(
    private readonly rows: GoogleApisRepository,
    private readonly connections: ConnectionsService,
    private readonly clock: Clock,
    database: Database,
  ) {
    this.cache = new NotifiedCache(database, clock, {
      channel: 'google_apis_changed',
      maxAgeMs: FRESH_MS,
      namesOf: () => [ALL],
    });
  }

  async onModuleInit(): Promise<void> {
    this.connections.whenConnected(async (connection) => {
      const closed = (await this.states()).filter(isClosed);
      await this.rows.tell(connection, closed.filter(isOther), this.clock.now());
    });
    await this.cache.listen();
  }

  /** The APIs that were asked until now, from a cache: a change by another process shows at once, and within a minute at worst. */
  async states(): Promise<readonly GoogleApiRow[]> {
    return (await this.cache.read(ALL, () => this.rows.all())) ?? [];
  }

  /** The APIs that Google does not let this server use. */
  async closed(): Promise<GoogleApiName[]> {
    return (await this.states()).filter(isClosed).map(({ api }) => api);
  }

  /** Whether calls of an API are not sent for now, because Google would refuse them all. */
  async isShut(api: GoogleApiName): Promise<boolean> {
    return !ESSENTIAL_APIS.includes(api) && (await this.closed()).includes(api);
  }

  /** A call of an API has worked. It never throws. */
  async noteWorking(api: GoogleApiName): Promise<void> {
    await this.noting(async () => {
      const row = (await this.states()).find((one) => one.api === api);
      if (row?.state === 'enabled' && row.refusals === 0) return;
      const wasClosed = await this.rows.noteWorking(api, this.clock.now());
      await this.cache.changed(ALL);
      if (!wasClosed) return;
      this.logger.log({ event: 'google_api.opened', api });
      for (const listener of this.openedListeners) await this.noting(() => listener(api));
    });
  }

  /** Google answered that the project may not use an API at all. It never throws. */
  async noteRefused(api: GoogleApiName, answer: Exclude<GoogleApiState, 'enabled'>): Promise<void> {
    await this.noting(async () => {
      const hasNotice = OTHER_APIS.includes(api);
      const isChanged = await this.rows.noteRefused(api, answer, this.clock.now(), { hasNotice });
      await this.cache.changed(ALL);
      if (isChanged) this.logger.warn({ event: 'google_api.closed', api, state: answer });
    });
  }

  /** Calls back after an API that was closed works again, in the process that has found that out. */
  whenOpened(listener: OpenedListener): void {
    this.openedListeners.push(listener);
  }

  /** The closed APIs that this process is to ask now, each by one call. No other process asks them for 15 minutes. */
  claimAsking(): Promise<GoogleApiName[]> {
    const now = this.clock.now();
    return this.rows.claimAsking(OTHER_APIS, new Date(now.getTime() - ASK_EVERY_MS), now);
  }

  /** What is noted of a call changes nothing about the call itself. */
  private async noting(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.logger.error({ event: 'google_api.not_noted', reason: String(rootOf(error)) }),
    );
  }
}

function isClosed({ state }: GoogleApiRow): boolean {
  return state !== 'enabled';
}

function isOther({ api }: GoogleApiRow): boolean {
  return OTHER_APIS.includes(api);
}

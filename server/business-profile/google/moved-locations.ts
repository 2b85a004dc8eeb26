import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HOUR_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import {
  type Allowance,
  forgetBuckets,
  putTokenBack,
  takeToken,
  untilToken,
} from '../../database/token-bucket.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { PostPlace } from '../port/remote-post.js';
import { accountsInOrder } from '../mirror/accounts-in-order.js';
import { GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { GoogleTimeouts } from '../calls/google-clock.js';
import { isHidden, isNotShown } from '../calls/google-errors.js';
import { GOOGLE_NAMES } from '../translation/google-names.js';
import { misfitIn, SHAPES } from '../translation/google-shapes.js';
import type { GoogleAccount } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { MirrorMoves } from '../mirror/mirror-moves.js';

/** One search for a location in 10 minutes, by all processes together. */
const LOOKS: Allowance = Object.freeze({ capacity: 1, perMinute: 0.1 });
const EVERY_MINUTES = LOOKS.capacity / LOOKS.perMinute;
const KIND = 'account-looks';
const FORGET_EVERY_MS = HOUR_MS;

/** How long a search takes at most: the claim of the post or reply that waits for it holds for longer. */
const LOOK_MS = 5_000;
/** How long between two looks at what the search of another process has found. */
const AGAIN_MS = 250;
/** How many accounts are asked at a time whether they have the location. */
const AT_ONCE = 4;

/** What is asked of Google under an account: a location's own list, or one thing of it, which may be gone by itself. */
type Asked = 'list' | 'thing';

/**
 * Finds the account under which Google has a location. Posts and reviews are addressed under an account, and a location may
 * have moved to another account since it was read. After a 404 or a 403 all accounts are searched once.
 */
@Injectable()
export class MovedLocations implements OnModuleInit {
  private readonly logger = new Logger('MovedLocations');
  /** By location: calls that wait for the same search share it. */
  private readonly underWay = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly api: GoogleApi,
    private readonly moves: MirrorMoves,
    private readonly timeouts: GoogleTimeouts,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting looks for accounts', FORGET_EVERY_MS, () =>
      forgetBuckets(this.database.orm, KIND, EVERY_MINUTES),
    );
  }

  /**
   * Makes a call about a location under its account. After a 404 or a 403, which say that nothing was done, it makes the call
   * once more under the account to which the location has moved, if it has moved. Errors: those of the call; while it is not
   * known whether it has moved, `google/unavailable` and the like without a failure of the call itself.
   * @param asked what the call names: a thing can be gone while its location is there
   */
  async follow<T>(
    owner: GoogleOwner,
    place: PostPlace,
    asked: Asked,
    { priority, signal }: GoogleTurn,
    call: (accountId: string) => Promise<T>,
  ): Promise<T> {
    const known = await this.moves.accountOf(owner, place);
    const accountId = known ?? place.accountId;
    try {
      return await call(accountId);
    } catch (error) {
      if (!known || !isHidden(error)) throw error;
      const turn = { priority, ...(signal && { signal }) };
      const now = await this.accountNow(owner, { ...place, accountId }, asked, turn);
      if (now === undefined) throw error;
      return call(now);
    }
  }

  /** The same for a list, which is asked for page by page. */
  async *followPages<Item>(
    owner: GoogleOwner,
    place: PostPlace,
    turn: GoogleTurn,
    list: (accountId: string) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    const begun = await this.follow(owner, place, 'list', turn, async (accountId) => {
      const pages = list(accountId)[Symbol.asyncIterator]();
      return { pages, first: await pages.next() };
    });
    try {
      for (let page = begun.first; !page.done; page = await begun.pages.next()) yield page.value;
    } finally {
      await begun.pages.return?.();
    }
  }

  /** Whether Google has a location under its account, as far as that is known here. Errors: those of `GoogleApi`. */
  async isThere(owner: GoogleOwner, place: PostPlace, turn: GoogleTurn): Promise<boolean> {
    const known = await this.moves.accountOf(owner, place);
    return this.api.isUnder(owner, { ...place, ...(known && { accountId: known }) }, turn);
  }

  /** The account that has a location other than under the one given; undefined if none has, or all is as known. */
  private async accountNow(
    owner: GoogleOwner,
    place: PostPlace,
    asked: Asked,
    turn: GoogleTurn,
  ): Promise<string | undefined> {
    try {
      if (asked === 'thing' && (await this.api.isUnder(owner, place, turn))) return undefined;
      const key = bucketOf(owner, place);
      const look = this.underWay.get(key) ?? this.lookOrWait(owner, place, turn);
      this.underWay.set(key, look);
      return await look.finally(() => this.underWay.delete(key));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The search failed, not the call, which has certainly done nothing.
      const code = isNotShown(error) ? 'google/unavailable' : (error.code as ErrorCode);
      throw AppError.of(code, new Error('it is not known which account has the location', { cause: error }));
    }
  }

  private async lookOrWait(
    owner: GoogleOwner,
    place: PostPlace,
    turn: GoogleTurn,
  ): Promise<string | undefined> {
    const bucket = bucketOf(owner, place);
    const known = await this.otherThan(owner, place);
    if (known !== undefined) return known;
    if ((await takeToken(this.database.orm, bucket, LOOKS)) === undefined) return this.wait(owner, place);
    try {
      return await this.look(owner, place, turn);
    } catch (error) {
      // Without an answer the search does not count.
      await putTokenBack(this.database.orm, bucket);
      throw error;
    }
  }

  /** Waits for the search of another process. */
  private async wait(owner: GoogleOwner, place: PostPlace): Promise<string | undefined> {
    const endsAt = performance.now() + LOOK_MS;
    for (;;) {
      const found = await this.otherThan(owner, place);
      if (found !== undefined) return found;
      const agoMs =
        EVERY_MINUTES * 60_000 - (await untilToken(this.database.orm, bucketOf(owner, place), LOOKS));
      if (agoMs > LOOK_MS || performance.now() > endsAt) return undefined;
      await this.timeouts.wait(AGAIN_MS);
    }
  }

  /** Asks the accounts, the personal one last: Google has locations there whose manager is no member of their account. */
  private async look(owner: GoogleOwner, place: PostPlace, turn: GoogleTurn): Promise<string | undefined> {
    const { locationId, accountId: from } = place;
    const endsAt = performance.now() + LOOK_MS;
    const inTime = (): GoogleTurn => {
      const withinMs = endsAt - performance.now();
      if (withinMs <= 0) throw AppError.of('google/unavailable');
      return { ...turn, withinMs };
    };
    const all = await accountsInOrder((below) => this.accountsIn(owner, below, inTime));
    const ordered = all.toSorted((a, b) => Number(a.type === 'PERSONAL') - Number(b.type === 'PERSONAL'));
    const others = ordered.filter((account) => idOf(account) !== from);
    for (let first = 0; first < others.length; first += AT_ONCE) {
      const some = others.slice(first, first + AT_ONCE);
      const has = await Promise.all(
        some.map((account) => this.api.isUnder(owner, { accountId: idOf(account), locationId }, inTime())),
      );
      const found = some.find((_, index) => has[index]);
      if (!found) continue;
      await this.moves.note(owner, place, found);
      this.logger.log({
        event: 'location.moved',
        workspace: owner.workspaceId,
        location: locationId,
        to: idOf(found),
      });
      return idOf(found);
    }
    this.logger.log({ event: 'location.not_moved', workspace: owner.workspaceId, location: locationId });
    return undefined;
  }

  private async accountsIn(
    owner: GoogleOwner,
    below: string | undefined,
    inTime: () => GoogleTurn,
  ): Promise<GoogleAccount[]> {
    const accounts: GoogleAccount[] = [];
    try {
      for await (const page of this.api.listAccounts(owner, { ...(below && { below }) }, inTime()))
        accounts.push(...page.filter(isReadable));
    } catch (error) {
      if (below === undefined || !isNotShown(error)) throw error;
    }
    return accounts;
  }

  /** The account under which the copy shows a location by now, if that is another. */
  private async otherThan(
    owner: GoogleOwner,
    { accountId, locationId }: PostPlace,
  ): Promise<string | undefined> {
    const primary = await this.moves.primaryOf(owner, locationId);
    return primary === accountId ? undefined : primary;
  }
}

function isReadable(account: GoogleAccount): boolean {
  return misfitIn(account ?? null, { ...SHAPES.account, name: GOOGLE_NAMES.account }) === undefined;
}

function bucketOf({ workspaceId, subject }: GoogleOwner, { locationId }: PostPlace): string {
  return `${KIND} ${workspaceId} ${subject} ${locationId}`;
}

import { Injectable, Logger } from '@nestjs/common';
import type { BusinessProfileProvider, Owner } from '../business-profile/business-profile-provider.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { mayBeUnread } from '../business-profile/remote-post.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { rootOf } from '../errors/database-errors.js';
import { backOff } from '../jobs/back-off.js';
import { DueWork } from '../jobs/due-work.js';
import { ProcessStops } from '../jobs/process-stops.js';
import {
  type AttemptRow,
  CLAIM_MS,
  type DeletionClaim,
  DeletionLedger,
  type DeletionOutcome,
  type DueDeletion,
  MAY_BE_THERE,
} from './deletion-ledger.js';

const READ_EVERY_MS = 1_000;
/** How many posts one process deletes at Google at a time. */
const AT_ONCE = 4;
/** How long until the next try after a failure. */
const PAUSES = { firstMs: 15_000, mostMs: 60 * 60_000 };
/** After so many failures, the last of them about three hours after the first, the post is a leftover. */
const MAX_TRIES = 10;
const WITHOUT_CONNECTION: readonly ErrorCode[] = [
  'google/reconnect',
  'connect/held',
  'connect/not-connected',
];
/** The largest difference between two synchronized clocks. */
const TOLERANCE_MS = 30_000;

/**
 * Deletes at Google what undone campaigns have published. The intent commits before each call, and a post that Google no
 * longer has counts as deleted, so that a call can be repeated after any crash. Failures are tried again for hours; what is
 * still there then is named.
 */
@Injectable()
export class CampaignDeletions {
  private readonly logger = new Logger('Campaigns');
  readonly work;

  constructor(
    private readonly dueWork: DueWork,
    private readonly ledger: DeletionLedger,
    private readonly providers: BusinessProfileProviders,
  ) {
    this.work = dueWork.add({
      name: 'deletions of posts',
      everyMs: READ_EVERY_MS,
      read: () => this.ledger.due(),
      limits: { delete: () => AT_ONCE },
      step: (task) => this.step(task),
    });
  }

  /** Takes one post away that is due. */
  private async step(task: DueDeletion): Promise<void> {
    const claim = await this.ledger.claim(task);
    if (!claim) return;
    const { campaignId: campaign, locationId: location, tries } = claim;
    const outcome = await this.delete(claim).catch((error: unknown) => this.afterFailure(claim, error));
    await this.ledger.record(claim, outcome);
    this.logger.log({
      event: 'campaigns.deletion',
      campaign,
      location,
      tries,
      outcome: 'undo' in outcome ? outcome.undo : 'put_off',
    });
  }

  private async delete({ owner, postId, leftAtGoogle }: DeletionClaim): Promise<DeletionOutcome> {
    const provider = this.providers.named(owner.source);
    const { post, attempts } = await this.ledger.sentOf(postId);
    const doubtful = attempts.filter(({ googleName }) => googleName === null);
    const known = [leftAtGoogle, post?.googleName, ...attempts.map(({ googleName }) => googleName)];
    const seen = await this.look(provider, owner, doubtful);
    const names = [...new Set([...known, ...seen.names])].filter((name) => typeof name === 'string');
    for (const name of names) await provider.deletePublished(owner, name, this.dueWork.stopping);
    return names.length > 0 && !seen.mayBeMore
      ? { undo: 'deleted' }
      : { undo: 'leftover', undoError: MAY_BE_THERE };
  }

  /**
   * What Google shows by now of attempts that it may have taken, and whether it shows a post besides that may be of one and
   * cannot be read: that stays, because it may be somebody else's.
   */
  private async look(
    provider: BusinessProfileProvider,
    owner: Owner,
    attempts: AttemptRow[],
  ): Promise<{ names: string[]; mayBeMore: boolean }> {
    const found: string[] = [];
    const unread: (string | null)[] = [];
    for (const { accountId, locationId, bodyHash, sentAt } of attempts) {
      if (accountId === null || locationId === null || sentAt === null) continue;
      const since = sentAt.getTime() - TOLERANCE_MS;
      for await (const page of provider.listPublished(owner, { accountId, locationId }))
        for (const listed of page) {
          if (listed.createTime !== null && listed.createTime.getTime() < since) continue;
          if (mayBeUnread(listed, bodyHash)) unread.push(listed.name);
          else if (listed.name !== null && listed.bodyHash === bodyHash) found.push(listed.name);
        }
    }
    const names = await this.ledger.unknownOf([...found, ...unread.filter((name) => name !== null)]);
    return {
      names: names.filter((name) => found.includes(name)),
      mayBeMore: unread.some((name) => name === null || names.includes(name)),
    };
  }

  /** A lost connection is waited for, whatever time it takes. */
  private afterFailure({ tries }: DeletionClaim, error: unknown): DeletionOutcome {
    if (error instanceof ProcessStops) return { waitMs: 0, isFree: true };
    if (!(error instanceof AppError)) {
      this.logger.error({ event: 'campaigns.fault', reason: String(rootOf(error)) });
      return { waitMs: backOff(tries, PAUSES) };
    }
    if (WITHOUT_CONNECTION.some((code) => code === error.code)) return { waitMs: CLAIM_MS, isFree: true };
    if (tries < MAX_TRIES) return { waitMs: backOff(tries, PAUSES) };
    return { undo: 'leftover', undoError: `This post is still on Google. ${error.message}` };
  }
}

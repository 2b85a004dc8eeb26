import { Injectable, Logger } from '@nestjs/common';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { HOUR_MS } from '../../config/durations.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { rootOf } from '../../errors/database-errors.js';
import { backOff } from '../../jobs/back-off.js';
import { DueWork } from '../../jobs/due-work.js';
import { ProcessStops } from '../../jobs/process-stops.js';
import { FindSent, isPlaced } from '../../posts/find-sent.js';
import {
  CLAIM_MS,
  type DeletionClaim,
  DeletionLedger,
  type DeletionOutcome,
  type DueDeletion,
  MAY_BE_THERE,
  SEVERAL_ALIKE,
} from './deletion-ledger.js';

const READ_EVERY_MS = 1_000;
/** How many posts one process deletes at Google at a time. */
const AT_ONCE = 4;
/** How long until the next try after a failure. */
const PAUSES = { firstMs: 15_000, mostMs: HOUR_MS };
/** After so many failures, the last of them about three hours after the first, the post is a leftover. */
const MAX_TRIES = 10;
const WITHOUT_CONNECTION: readonly ErrorCode[] = [
  'google/reconnect',
  'google/no-quota',
  'connect/held',
  'connect/not-connected',
];
/** How long until a post that Google took, and does not show yet, is deleted once more. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Deletes at Google the posts of undone campaigns. The intent commits before each call, and a post that Google no longer
 * has counts as deleted, so that a call can be repeated after any crash. Failures are tried again for hours; a post that is
 * still there then is named as a leftover.
 */
@Injectable()
export class CampaignDeletions {
  private readonly logger = new Logger('Campaigns');
  readonly work;

  constructor(
    private readonly dueWork: DueWork,
    private readonly ledger: DeletionLedger,
    private readonly findSent: FindSent,
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

  /** Deletes one post that is due. */
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

  private async delete({ owner, postId, leftAtGoogle, claimedAt }: DeletionClaim): Promise<DeletionOutcome> {
    const provider = this.providers.named(owner.source);
    const { post, attempts } = await this.ledger.sentOf(postId);
    const doubtful = attempts.filter(({ googleName }) => googleName === null).filter(isPlaced);
    const { found, mayBeMore } = await this.findSent.of(provider, owner, doubtful);
    // A post that may be the owner's own stays.
    const isUnsure =
      found.some(({ isAlone }) => !isAlone) || attempts.some(({ doubt }) => doubt === 'several_alike');
    if (isUnsure) return { undo: 'leftover', undoError: SEVERAL_ALIKE };
    const known = [leftAtGoogle, post?.googleName, ...attempts.map(({ googleName }) => googleName)];
    const seen = found.map(({ remote }) => remote.name);
    const names = [...new Set([...known, ...seen])].filter((name) => typeof name === 'string');
    if (names.length === 0) return { undo: 'leftover', undoError: MAY_BE_THERE };
    let mayAppear = false;
    for (const name of names) {
      const wasThere = await provider.deletePublished(owner, name, this.dueWork.stopping);
      const sentAt = attempts.find(({ googleName }) => googleName === name)?.sentAt;
      if (!wasThere && sentAt && this.findSent.maySettle(sentAt, claimedAt)) mayAppear = true;
    }
    if (mayAppear) return { waitMs: LOOK_AGAIN_MS, isFree: true };
    return mayBeMore ? { undo: 'leftover', undoError: MAY_BE_THERE } : { undo: 'deleted' };
  }

  /** The outcome after an error. A lost connection, or an API that Google keeps closed, is waited for without end. */
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

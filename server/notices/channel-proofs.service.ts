import { Injectable } from '@nestjs/common';
import { NOW } from '../database/database-clock.js';
import { and, eq, gt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { DAY_MS } from '../config/durations.js';
import { Database } from '../database/database.js';
import { type ChannelRow, noticeChannels } from '../database/notices.schema.js';
import { takeToken, untilToken } from '../database/token-bucket.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { sha256 } from '../security/sha256.js';
import { THROTTLES } from '../security/throttle-limits.js';
import { plainEmail, UsersService } from '../users/users.service.js';
import { addressHash } from './channels/channel-listeners.js';
import { ChannelCipher } from './channels/channel-secrets.js';
import { tooManyMails } from './sending/mail-limit.js';
import { MailSender } from './sending/mail-sender.js';

const TOKEN_BYTES = 16;
const PROOF_FOR_MS = DAY_MS;
/** For a mailbox, three at once and two more a day: never more than 5 in 24 hours. */
const PROOF_MAILS = { capacity: 3, perMinute: 2 / (24 * 60) };

/** Proves that the address of an email channel is that of the person who asks. */
@Injectable()
export class ChannelProofsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mail: MailSender,
    private readonly cipher: ChannelCipher,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the mail with the link; an earlier link no longer works. Google has proven the address of its accounts, so
   * they need no mail. Errors: `not_found`, `channels/not-configured`, `mail/not-configured`, `mail/not-sent`,
   * `too_many_requests`.
   */
  async send({ workspaceId, actor }: RequestOwner, id: string): Promise<void> {
    const isEmail = and(
      eq(noticeChannels.workspaceId, workspaceId),
      eq(noticeChannels.id, id),
      eq(noticeChannels.kind, 'email'),
    );
    const [row] = await this.database.orm.select().from(noticeChannels).where(isEmail);
    if (!row) throw AppError.of('not_found');
    const { email: own, signInMethod } = await this.users.getProfile(actor);
    const email = this.addressOf(row, own);
    if (signInMethod === 'google' && row.target === null) {
      await this.database.orm.update(noticeChannels).set(this.provenNow(email)).where(isEmail);
      return;
    }
    if (!this.mail.canMail) throw AppError.of('mail/not-configured');
    await this.takeProofMail(email);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.orm
      .update(noticeChannels)
      .set({
        proofHash: proofHash(token, email),
        proofEndsAt: new Date(this.clock.now().getTime() + PROOF_FOR_MS),
      })
      .where(isEmail);
    const outcome = await this.mail.sendProof(email, token);
    if (outcome.is !== 'delivered') throw AppError.of('mail/not-sent', new Error(outcome.answer));
  }

  /** Errors: `validation_failed` when the link is used, too old, of another person or of another address. */
  async prove({ workspaceId, actor }: RequestOwner, token: string): Promise<void> {
    const isTheirs = and(eq(noticeChannels.workspaceId, workspaceId), eq(noticeChannels.kind, 'email'));
    const [row] = await this.database.orm.select().from(noticeChannels).where(isTheirs);
    if (!row) throw noLonger();
    const { email: own } = await this.users.getProfile(actor);
    const email = this.addressOf(row, own);
    const proven = await this.database.orm
      .update(noticeChannels)
      .set(this.provenNow(email))
      .where(
        and(
          isTheirs,
          eq(noticeChannels.proofHash, proofHash(token, email)),
          gt(noticeChannels.proofEndsAt, this.clock.now()),
        ),
      )
      .returning({ id: noticeChannels.id });
    if (proven.length === 0) throw noLonger();
  }

  private addressOf(row: ChannelRow, profileEmail: string): string {
    const address = this.cipher.mailAddressOf(row, profileEmail);
    if (address === undefined) throw AppError.of('channels/not-configured');
    return address;
  }

  /** What happened before the proof is not sent. */
  private provenNow(email: string) {
    return {
      provenAddress: addressHash(email),
      proofHash: null,
      proofEndsAt: null,
      onSince: NOW,
      updatedAt: this.clock.now(),
    };
  }

  /** Counts by mailbox, whatever accounts ask: one account after another may have the same address. */
  private async takeProofMail(email: string): Promise<void> {
    const bucket = `proof-mail ${sha256(mailboxOf(email))}`;
    const { orm } = this.database;
    if ((await takeToken(orm, bucket, PROOF_MAILS)) !== undefined) return;
    throw tooManyMails(await untilToken(orm, bucket, PROOF_MAILS), THROTTLES['proof-mail'].words);
  }
}

function noLonger(): AppError {
  const message = 'This link no longer works. Ask for a new one in the notice settings.';
  return AppError.invalid([{ field: 'token', message }]);
}

/** The address is part of it, so that a link proves no other one. */
function proofHash(token: string, email: string): string {
  return sha256(`${token} ${plainEmail(email)}`);
}

/**
 * The mailbox that most mail servers deliver an address to: without the part after a plus, and at Gmail without dots, under
 * one of its two domains. It serves to count alone: two addresses may still be two people's.
 */
function mailboxOf(email: string): string {
  const plain = plainEmail(email).replace(/^([^+@]*)\+[^@]*@/, '$1@');
  const [, name] = /^([^@]*)@(?:gmail|googlemail)\.com$/.exec(plain) ?? [];
  return name === undefined ? plain : `${name.replaceAll('.', '')}@gmail.com`;
}

import { Injectable, Optional } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Reader } from '../../config/date-words.js';
import { Env } from '../../config/env.js';
import { type MailContent, noticeMail, proofMail, testMail } from './mail-content.js';
import { MailTransport, SmtpTransport } from './mail-transport.js';
import type { DeliveryOutcome, OutgoingDelivery } from './delivery-outcome.js';

/** The recipient of a delivery by email. The caller has made sure that the address was proven. */
export interface MailRecipient extends Reader {
  address: string;
  /** The token of unsubscribe links. */
  unsubscribeToken: string;
}

/** Writes and sends mail. A repeat of a delivery has the same Message-ID. */
@Injectable()
export class MailSender {
  private readonly transport: MailTransport | undefined;

  constructor(
    private readonly env: Env,
    @Optional() transport?: MailTransport,
  ) {
    this.transport = transport ?? smtpOf(env);
  }

  /** Whether this server sends mail at all. */
  get canMail(): boolean {
    return this.transport !== undefined;
  }

  /** The path of the pages that show the mail, where this server keeps it instead of sending it; else null. */
  get mailbox(): string | null {
    return this.transport?.mailbox ?? null;
  }

  /** Sends a delivery once. It never throws. */
  send(
    { id, kind, content }: Pick<OutgoingDelivery, 'id' | 'kind' | 'content'>,
    { address, unsubscribeToken, ...reader }: MailRecipient,
  ): Promise<DeliveryOutcome> {
    const { publicOrigin } = this.env;
    const unsubscribeUrl = `${publicOrigin}/unsubscribe/${unsubscribeToken}`;
    const words =
      kind === 'test'
        ? testMail({ publicOrigin, unsubscribeUrl })
        : noticeMail(kind, content, { publicOrigin, reader, unsubscribeUrl });
    return this.sendMail(id, address, words, unsubscribeUrl);
  }

  /** Sends the mail that proves an address, by a link with this token. It never throws. */
  sendProof(address: string, token: string): Promise<DeliveryOutcome> {
    const url = `${this.env.publicOrigin}/dashboard?prove=${encodeURIComponent(token)}`;
    return this.sendMail(randomUUID(), address, proofMail(url));
  }

  private async sendMail(
    id: string,
    to: string,
    words: MailContent,
    unsubscribeUrl?: string,
  ): Promise<DeliveryOutcome> {
    if (!this.transport) return { is: 'retry', answer: 'This server sends no mail.' };
    const host = new URL(this.env.publicOrigin).hostname;
    return this.transport.send({ id: `${id}@${host}`, to, ...words, unsubscribeUrl });
  }
}

function smtpOf({ SMTP_URL, MAIL_FROM }: Env): MailTransport | undefined {
  return SMTP_URL === undefined || MAIL_FROM === undefined
    ? undefined
    : new SmtpTransport(SMTP_URL, MAIL_FROM);
}

import { randomUUID } from 'node:crypto';
import { type Mail, MailTransport } from '../../notices/sending/mail-transport.js';
import type { DeliveryOutcome } from '../../notices/sending/delivery-outcome.js';

/** A mail as this machine keeps it. */
export interface KeptMail extends Pick<Mail, 'to' | 'subject' | 'text'> {
  id: string;
  at: Date;
  /** Undefined where there is only text. */
  html?: string;
}

const MOST = 200;

/** Takes every mail instead of a mail server, in memory: the last 200. Nothing leaves this machine. */
export class Mailbox extends MailTransport {
  override readonly mailbox = '/mailbox';

  private readonly kept: KeptMail[] = [];

  send({ to, subject, text, html }: Mail): Promise<DeliveryOutcome> {
    this.keep({ to, subject, text, html });
    return Promise.resolve({ is: 'delivered', answer: 'Kept in the mailbox of this machine.' });
  }

  /** Keeps the mail of the Auth emulator, which sends none itself. */
  keepResetLink(email: string, link: string): void {
    const text = `Open this link to choose a new password for Shingle:\n\n${link}\n`;
    this.keep({ to: email, subject: 'Choose a new password', text });
  }

  /** The latest first. */
  list(): readonly KeptMail[] {
    return this.kept;
  }

  find(id: string): KeptMail | undefined {
    return this.kept.find((mail) => mail.id === id);
  }

  private keep(mail: Omit<KeptMail, 'id' | 'at'>): void {
    this.kept.unshift({ id: randomUUID(), at: new Date(), ...mail });
    this.kept.splice(MOST);
  }
}

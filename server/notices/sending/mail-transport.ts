import type { Transporter } from 'nodemailer';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { Logger } from '@nestjs/common';
import { LOOPBACK } from '../../config/env-rules.js';
import { type DeliveryOutcome, shownAnswer } from './delivery-outcome.js';
import type { MailContent } from './mail-content.js';

/** A mail, ready to go out. Texts and addresses may come from people: the transport escapes them for its headers. */
export interface Mail extends MailContent {
  /** The Message-ID without its angle brackets. */
  id: string;
  to: string;
  /** Where one click unsubscribes (RFC 8058); undefined for mail that was asked for. */
  unsubscribeUrl?: string;
}

/** Where mail goes: a mail server or, in the embedded start, the mailbox of this machine. It never throws. */
export abstract class MailTransport {
  /** The path of the pages that show the mail of a transport that keeps it; null for one that sends it. */
  readonly mailbox: string | null = null;

  abstract send(mail: Mail): Promise<DeliveryOutcome>;
}

/** How long a mail server may take (ms): to accept a connection, and for the whole of a mail. */
const TIMES = { connectMs: 10_000, totalMs: 30_000 };

/** Sends mail by SMTP. Where the server asks for a password, nothing is sent to another machine without TLS. */
export class SmtpTransport extends MailTransport {
  private readonly logger = new Logger('Mail');
  private readonly options: SMTPTransport.Options;
  private transporter: Transporter<SMTPTransport.SentMessageInfo> | undefined;

  /** @param from the address that mail comes from */
  constructor(
    smtpUrl: string,
    private readonly from: string,
    private readonly times = TIMES,
  ) {
    super();
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const isSecret = username !== '' && !LOOPBACK.includes(hostname);
    this.options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? undefined : Number(port),
      secure: protocol === 'smtps:',
      requireTLS: protocol === 'smtp:' && isSecret,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      socketTimeout: times.totalMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  async send(mail: Mail): Promise<DeliveryOutcome> {
    const { promise: isLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The mail server took too long.')), this.times.totalMs);
    try {
      const { response } = await Promise.race([this.deliver(mail), isLate]);
      return { is: 'delivered', ...answerOf(response) };
    } catch (error) {
      return this.outcomeOf(error as NodemailerError);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The library has 40 files, so the first mail loads it, not the start. */
  private async deliver(mail: Mail): Promise<{ response: string }> {
    const { createTransport } = await import('nodemailer');
    this.transporter ??= createTransport(this.options);
    return this.transporter.sendMail(this.messageOf(mail));
  }

  private messageOf({ id, to, subject, text, html, unsubscribeUrl }: Mail) {
    return {
      messageId: `<${id}>`,
      from: { name: 'Shingle', address: this.from },
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
  }

  private outcomeOf({
    code: name,
    command,
    message,
    response,
    responseCode,
  }: NodemailerError): DeliveryOutcome {
    const { code = responseCode, answer } = answerOf(response ?? '');
    if (name === 'EAUTH') {
      this.logger.error({ event: 'mail.sign_in_refused', code });
      return { is: 'retry', code, answer: 'The mail server refused the user and password of SMTP_URL.' };
    }
    if (response === undefined) {
      // The person sees one sentence for every reason: these name hosts and addresses in the network of this server.
      this.logger.warn({ event: 'mail.no_answer', code: name, reason: message });
      return { is: 'retry', answer: 'The mail server couldn’t be reached, or didn’t answer.' };
    }
    const isRefused = code !== undefined && code >= 500;
    if (!isRefused) return { is: 'retry', code, answer };
    if (command !== 'MAIL FROM' && command !== 'RCPT TO') return { is: 'failed', code, answer };
    const pause = `The mail server refused your address: ${answer}`;
    return { is: 'failed', code, answer, pause };
  }
}

/** The code at the beginning of an answer, and the answer in one line. */
function answerOf(response: string): { code?: number; answer: string } {
  const answer = shownAnswer(response);
  const code = /^[2-5]\d\d\b/.exec(answer)?.[0];
  return { ...(code !== undefined && { code: Number(code) }), answer };
}

/** Without line breaks and other control characters. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

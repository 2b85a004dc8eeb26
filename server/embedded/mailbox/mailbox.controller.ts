import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../auth/session.js';
import { escaped, htmlPage } from '../../config/html-page.js';
import { AppError } from '../../errors/app-error.js';
import { UuidPipe } from '../../security/validation.js';
import { timeOf } from '../page-time.js';
import { type KeptMail, Mailbox } from './mailbox.js';

const HTML = ['Content-Type', 'text/html; charset=utf-8'] as const;
/** These pages show mails in a frame. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A mail has its own styles, and neither scripts nor anything of elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** The mail of this machine, for those who work on it; no other server has these pages. */
@ApiExcludeController()
@Public()
@Controller('mailbox')
export class MailboxController {
  constructor(private readonly mailbox: Mailbox) {}

  @Get()
  @Header(...HTML)
  showMails(@Headers('accept-language') languages?: string): string {
    const mails = this.mailbox.list();
    return htmlPage(
      'Mailbox',
      `<p>Shingle sends no email from this machine. What it would send is kept here, with the links to choose a new password: the last 200, until the server stops.</p>
      ${mails.length === 0 ? '<p><strong>No email yet.</strong></p>' : `<ul class="mails">${mails.map((mail) => itemOf(mail, languages)).join('')}</ul>`}
      <p><a href="/mailbox/webhooks">Webhooks</a></p>`,
    );
  }

  /** Errors: `not_found`. */
  @Get(':id')
  @Header(...HTML)
  @Header('Content-Security-Policy', PAGE_POLICY)
  showMail(@Param('id', UuidPipe) id: string, @Headers('accept-language') languages?: string): string {
    const { to, at, subject, html, text } = this.find(id);
    return htmlPage(
      escaped(subject),
      `<p class="quiet">To ${escaped(to)}, ${timeOf(at, languages)}</p>
      ${html === undefined ? '' : `<iframe title="The email as HTML" src="/mailbox/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>\n      <h2>As text</h2>`}
      <pre>${withLinks(text)}</pre>
      <p><a href="/mailbox">All email</a></p>`,
    );
  }

  /** The HTML of a mail, for the frame. Errors: `not_found`. */
  @Get(':id/html')
  @Header(...HTML)
  @Header('Content-Security-Policy', MAIL_POLICY)
  @Header('X-Frame-Options', 'SAMEORIGIN')
  showHtml(@Param('id', UuidPipe) id: string): string {
    const { html } = this.find(id);
    if (html === undefined) throw AppError.of('not_found');
    // Links lead out of the frame.
    return html.replace('<head>', '<head>\n    <base target="_top">');
  }

  private find(id: string): KeptMail {
    const mail = this.mailbox.find(id);
    if (!mail) throw AppError.of('not_found');
    return mail;
  }
}

function itemOf({ id, to, subject, at }: KeptMail, languages: string | undefined): string {
  return `<li><a href="/mailbox/${id}">${escaped(subject)}</a> <span class="quiet">To ${escaped(to)}, ${timeOf(at, languages)}</span></li>`;
}

/** Text with its addresses as links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`,
    )
    .join('');
}

import { Controller, Get, Header, Headers, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../auth/session.js';
import { escaped, htmlPage } from '../../config/html-page.js';
import { AppError } from '../../errors/app-error.js';
import { UuidPipe } from '../../security/validation.js';
import { timeOf } from '../page-time.js';
import { type KeptMessage, PracticeWebhooks } from './practice-webhooks.js';

const HTML = ['Content-Type', 'text/html; charset=utf-8'] as const;

/** What came to the practice address of webhooks, beside the mailbox; no other server has these pages. */
@ApiExcludeController()
@Public()
@Controller('mailbox/webhooks')
export class PracticeWebhooksController {
  constructor(private readonly webhooks: PracticeWebhooks) {}

  @Get()
  @Header(...HTML)
  showMessages(@Headers('accept-language') languages?: string): string {
    const messages = this.webhooks.list();
    return htmlPage(
      'Webhooks',
      `<p>What Shingle sends to <code>${this.webhooks.place.address}</code> stays on this machine and is kept here: the last 200 messages, until the server stops. The signature of each is checked.</p>
      ${messages.length === 0 ? '<p><strong>No message yet.</strong></p>' : `<ul class="mails">${messages.map((message) => itemOf(message, languages)).join('')}</ul>`}
      <p><a href="/mailbox">Mailbox</a></p>`,
    );
  }

  /** Errors: `not_found`. */
  @Get(':id')
  @Header(...HTML)
  showMessage(@Param('id', UuidPipe) id: string, @Headers('accept-language') languages?: string): string {
    const message = this.webhooks.find(id);
    if (!message) throw AppError.of('not_found');
    const { address, at, headers, body } = message;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return htmlPage(
      escaped(titleOf(message)),
      `<p class="quiet">To ${escaped(address)}, ${timeOf(at, languages)}</p>
      <p><strong>${verdictOf(message)}</strong></p>
      <h2>Headers</h2>
      <pre>${escaped(lines.join('\n'))}</pre>
      <h2>Body</h2>
      <pre>${escaped(JSON.stringify(JSON.parse(body), null, 2))}</pre>
      <p><a href="${this.webhooks.place.page}">All messages</a></p>`,
    );
  }
}

function itemOf(message: KeptMessage, languages: string | undefined): string {
  const { id, address, at } = message;
  return `<li><a href="/mailbox/webhooks/${id}">${escaped(titleOf(message))}</a> <span class="quiet">${verdictOf(message)} To ${escaped(address)}, ${timeOf(at, languages)}</span></li>`;
}

function verdictOf({ isGenuine }: KeptMessage): string {
  return isGenuine ? 'The signature is right.' : 'The signature is wrong.';
}

/** What the message is about: its first notice. */
function titleOf({ body }: KeptMessage): string {
  const { notices } = JSON.parse(body) as { notices: { title: string }[] };
  return notices[0]?.title ?? 'A test';
}

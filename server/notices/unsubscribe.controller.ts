import { Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/session.js';
import { FromAnywhere } from '../security/cross-origin.guard.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/**
 * Where the links of mail lead that end it (RFC 8058): without a session, since the token in the address is what
 * allows it. An unknown token gets the same pages, so that none can be guessed by its answer.
 */
@ApiExcludeController()
@Public()
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly unsubscribing: UnsubscribeService) {}

  /** Only shows a button: programs that look at links in mail must change nothing. */
  @Get(':token')
  @Header('Content-Type', 'text/html; charset=utf-8')
  showUnsubscribe(): string {
    return page(
      'Unsubscribe',
      `<p>Shingle will send no more notices to your e-mail address. You can switch them on again in the settings.</p>
      <form method="post"><button>Unsubscribe</button></form>`,
    );
  }

  /** Switches the channel off. The body, `List-Unsubscribe=One-Click` or that of the button, is not read. */
  @Post(':token')
  @HttpCode(200)
  @FromAnywhere()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.unsubscribing.unsubscribe(token);
    return page(
      'You’re unsubscribed',
      '<p>Shingle sends no more notices to your e-mail address. You can switch them on again in the settings.</p>',
    );
  }
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} · Shingle</title>
    <link rel="stylesheet" href="/plain-page.css" />
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${body}
      <p><a href="/dashboard">Open Shingle</a></p>
    </main>
  </body>
</html>
`;
}

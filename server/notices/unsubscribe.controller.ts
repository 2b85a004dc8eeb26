import { Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/session.js';
import { htmlPage } from '../config/html-page.js';
import { FromAnywhere } from '../security/cross-origin.guard.js';
import { ChannelsService } from './channels/channels.service.js';

/**
 * The unsubscribe links of email lead here (RFC 8058). They need no session, since the token in the address allows it. An
 * unknown token gets the same pages, so that none can be guessed by its answer.
 */
@ApiExcludeController()
@Public()
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly channels: ChannelsService) {}

  /** Only shows a button: programs that look at links in mail must change nothing. */
  @Get(':token')
  @Header('Content-Type', 'text/html; charset=utf-8')
  showUnsubscribe(): string {
    return htmlPage(
      'Unsubscribe',
      `<p>You won’t get any more notices by email. You’ll still see them in Shingle.</p>
      <form method="post"><button>Unsubscribe</button></form>`,
    );
  }

  /** Switches the channel off. The body, `List-Unsubscribe=One-Click` or that of the button, is not read. */
  @Post(':token')
  @HttpCode(200)
  @FromAnywhere()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.channels.unsubscribe(token);
    return htmlPage(
      'You’re unsubscribed',
      `<p>You won’t get any more notices by email. You can turn them back on in the notice settings.</p>
      <p><a href="/dashboard?view=settings#notices">Open the notice settings</a></p>`,
    );
  }
}

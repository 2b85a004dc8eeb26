import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MailTransport } from '../../notices/sending/mail-transport.js';
import { MailboxController } from './mailbox.controller.js';
import { Mailbox } from './mailbox.js';

/** Gives the server the mailbox in place of a mail server, with its pages. */
@Global()
@Module({})
class MailboxModule {}

/** The mailbox, which the embedded start alone adds to the server. */
export function mailboxModule(mailbox: Mailbox): DynamicModule {
  return {
    module: MailboxModule,
    controllers: [MailboxController],
    providers: [
      { provide: Mailbox, useValue: mailbox },
      { provide: MailTransport, useExisting: Mailbox },
    ],
    exports: [MailTransport],
  };
}

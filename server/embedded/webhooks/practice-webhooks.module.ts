import { type DynamicModule, Global, Module } from '@nestjs/common';
import { WebhookSink } from '../../notices/channels/webhook-sink.js';
import { PracticeWebhooksController } from './practice-webhooks.controller.js';
import { PracticeWebhooks } from './practice-webhooks.js';

/** Gives the server an address at which webhooks can be tried, with its pages. */
@Global()
@Module({})
class PracticeWebhooksModule {}

/** The practice address of webhooks, which the embedded start alone adds to the server, before the mailbox. */
export function practiceWebhooksModule(webhooks: PracticeWebhooks): DynamicModule {
  return {
    module: PracticeWebhooksModule,
    controllers: [PracticeWebhooksController],
    providers: [
      { provide: PracticeWebhooks, useValue: webhooks },
      { provide: WebhookSink, useExisting: PracticeWebhooks },
    ],
    exports: [WebhookSink],
  };
}

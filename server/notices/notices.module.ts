import { Module } from '@nestjs/common';
import { NoticeGatherer } from './notice-gatherer.js';
import { NoticeRetention } from './notice-retention.js';
import { NoticeTeller } from './notice-teller.js';
import { AuthModule } from '../auth/auth.module.js';
import { TokenCipher } from '../security/token-cipher.js';
import { UsersModule } from '../users/users.module.js';
import { ChannelProofsController } from './channel-proofs.controller.js';
import { ChannelProofsService } from './channel-proofs.service.js';
import { ChannelCipher } from './channel-secrets.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { WebhookNetwork } from './webhook-network.js';
import { WebhookSender } from './webhook-sender.js';
import { NoticeSettingsService } from './notice-settings.service.js';
import { MailSender } from './mail-sender.js';
import { NameLookUps } from './name-look-ups.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** What happened is noted with its cause, gathered into notices, and told in the product, by mail and by webhook. */
@Module({
  imports: [UsersModule, AuthModule],
  controllers: [NoticesController, ChannelsController, ChannelProofsController, UnsubscribeController],
  providers: [
    NoticesRepository,
    NoticesService,
    NoticeGatherer,
    NoticeTeller,
    NoticeRetention,
    TokenCipher,
    ChannelCipher,
    ChannelsRepository,
    ChannelsService,
    DeliveriesService,
    NoticeSettingsService,
    WebhookNetwork,
    NameLookUps,
    WebhookSender,
    DeliveryDispatcher,
    MailSender,
    ChannelProofsService,
    UnsubscribeService,
  ],
  exports: [NoticesRepository, ChannelsService],
})
export class NoticesModule {}

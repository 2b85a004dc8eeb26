import { Module } from '@nestjs/common';
import { NoticeGatherer } from './events/notice-gatherer.js';
import { NoticeRetention } from './events/notice-retention.js';
import { NoticeDeliveries } from './delivery/notice-deliveries.js';
import { AuthModule } from '../auth/auth.module.js';
import { TokenCipher } from '../security/token-cipher.js';
import { UsersModule } from '../users/users.module.js';
import { ChannelProofsService } from './channel-proofs.service.js';
import { ChannelCipher } from './channels/channel-secrets.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { ChannelsService } from './channels/channels.service.js';
import { DeliveriesService } from './delivery/deliveries.service.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { WebhookNetwork } from './sending/webhook-network.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { NoticeSettingsService } from './notice-settings.service.js';
import { MailSender } from './sending/mail-sender.js';
import { NameLookUps } from './sending/name-look-ups.js';
import { NoticesController } from './events/notices.controller.js';
import { NoticesService } from './events/notices.service.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

/** Events are noted with their cause, gathered into notices, shown in the product, and delivered by mail and by webhook. */
@Module({
  imports: [UsersModule, AuthModule],
  controllers: [NoticesController, ChannelsController, UnsubscribeController],
  providers: [
    NoticesService,
    NoticeGatherer,
    NoticeDeliveries,
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
  ],
  exports: [ChannelsService, DeliveriesService],
})
export class NoticesModule {}

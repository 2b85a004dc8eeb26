import { Module } from '@nestjs/common';
import { NoticeGatherer } from './notice-gatherer.js';
import { NoticeRetention } from './notice-retention.js';
import { NoticeTeller } from './notice-teller.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';

/** What happened is noted with its cause, gathered into notices, and told in the product, by mail and by webhook. */
@Module({
  controllers: [NoticesController],
  providers: [NoticesRepository, NoticesService, NoticeGatherer, NoticeTeller, NoticeRetention],
  exports: [NoticesRepository],
})
export class NoticesModule {}

import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountLimits } from '../auth/account-limits.js';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { Throttled } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidInPath } from '../security/path-ids.js';
import { ChannelProofDto } from './channel-proof.dto.js';
import { ChannelProofsService } from './channel-proofs.service.js';
import {
  ChannelDto,
  CreateChannelDto,
  DeliveryDto,
  DeliveryListDto,
  DeliveryQueryDto,
  NewChannelDto,
  NoticeSettingsDto,
  UpdateChannelDto,
  UpdateNoticeSettingsDto,
} from './channels/channel.dto.js';
import { ChannelsService } from './channels/channels.service.js';
import { DeliveriesService } from './delivery/deliveries.service.js';
import { NoticeSettingsService } from './notice-settings.service.js';

/** How a person gets notices, besides the bell. */
@ApiTags('Notices')
@Controller()
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly deliveries: DeliveriesService,
    private readonly settings: NoticeSettingsService,
    private readonly proofs: ChannelProofsService,
    private readonly limits: AccountLimits,
  ) {}

  /** When and how the person gets notices. */
  @Get('notice-settings')
  @ApiErrors('not_found')
  getNoticeSettings(@CurrentOwner() owner: RequestOwner): Promise<NoticeSettingsDto> {
    return this.settings.get(owner);
  }

  /** Changes the person’s zone and quiet hours. */
  @Patch('notice-settings')
  @ApiErrors('not_found')
  updateNoticeSettings(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() change: UpdateNoticeSettingsDto,
  ): Promise<NoticeSettingsDto> {
    return this.settings.update(owner, session, change);
  }

  /** Adds a channel, at most one for email and 5 webhooks. It gets everything that happens from now on. */
  @Post('channels')
  @ApiErrors('too_many_channels', 'channels/not-configured')
  createChannel(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() channel: CreateChannelDto,
  ): Promise<NewChannelDto> {
    return this.channels.create(owner, session.id, channel);
  }

  /** Switches a channel on or off, and chooses what it gets and when. */
  @Patch('channels/:id')
  updateChannel(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() change: UpdateChannelDto,
  ): Promise<ChannelDto> {
    return this.channels.update(owner, id, change);
  }

  /** Removes a channel with its deliveries. */
  @Delete('channels/:id')
  @HttpCode(204)
  async deleteChannel(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<void> {
    await this.channels.delete(workspaceId, id);
  }

  /**
   * Sends a channel a test message, once. Its delivery shows the outcome. At most 10 an hour for a channel, one at a
   * time, and 100 an hour for a person with all that they send again.
   */
  @Post('channels/:id/test')
  @Throttled('send-by-hand')
  @HttpCode(202)
  @ApiErrors('test_under_way', 'mail/not-configured')
  testChannel(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<DeliveryDto> {
    return this.limits.byUser('send-by-hand', actor, () => this.deliveries.test(workspaceId, id), id);
  }

  /** The messages to the person’s channels, the latest first, with their last answers. */
  @Get('deliveries')
  listDeliveries(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: DeliveryQueryDto,
  ): Promise<DeliveryListDto> {
    return this.deliveries.list(workspaceId, query);
  }

  /**
   * Sends a message again that failed, is held or waits. It keeps its id. At most 10 times an hour, and 100 messages an
   * hour for a person with all tests. An email counts once more among the 50 of a day.
   */
  @Post('deliveries/:id/retry')
  @Throttled('send-by-hand')
  @HttpCode(202)
  @ApiErrors('not_failed', 'test_under_way', 'mail/not-configured')
  retryDelivery(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<DeliveryDto> {
    return this.limits.byUser('send-by-hand', actor, () => this.deliveries.retry(workspaceId, id), id);
  }

  /**
   * Sends a mail whose link proves the address, good for 24 hours; at most 5 a day to a mailbox, whatever accounts ask. An
   * account of Google needs none: its address counts as proven at once.
   */
  @Post('channels/:id/proof')
  @Throttled('proof-mail')
  @HttpCode(202)
  @ApiErrors('mail/not-configured', 'mail/not-sent')
  async sendChannelProof(@CurrentOwner() owner: RequestOwner, @UuidInPath() id: string): Promise<void> {
    await this.proofs.send(owner, id);
  }

  /** Proves the address by the token of the mail, in a session of the same person. */
  @Post('channel-proofs')
  @HttpCode(204)
  @ApiErrors('not_found')
  async proveChannel(@CurrentOwner() owner: RequestOwner, @Body() { token }: ChannelProofDto): Promise<void> {
    await this.proofs.prove(owner, token);
  }
}

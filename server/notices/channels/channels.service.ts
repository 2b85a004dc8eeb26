import { Injectable, Logger, type OnModuleInit, Optional } from '@nestjs/common';
import { NOW } from '../../database/database-clock.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { Clock } from '../../config/clock.js';
import { type ChannelRow, NOTICE_KINDS } from '../../database/notices.schema.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { sha256 } from '../../security/sha256.js';
import { plainEmail, UsersService } from '../../users/users.service.js';
import { isMailProven } from './channel-listeners.js';
import { ChannelCipher } from './channel-secrets.js';
import {
  type ChannelDto,
  type CreateChannelDto,
  MAX_WEBHOOKS,
  type NewChannelDto,
  type UpdateChannelDto,
} from './channel.dto.js';
import { ChannelsRepository, type NewChannel } from './channels.repository.js';
import { type SinkPlace, WebhookSink } from './webhook-sink.js';
import { faultOfWebhookUrl } from './webhook-url.js';

/** 256 bits, as long as the signature. */
const SECRET_BYTES = 32;
/** Marks a webhook's secret where it is found by mistake. */
const SECRET_PREFIX = 'whsec_';

/** Keeps how a person gets the notices of a workspace, besides the bell. */
@Injectable()
export class ChannelsService implements OnModuleInit {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly cipher: ChannelCipher,
    private readonly users: UsersService,
    private readonly clock: Clock,
    @Optional() private readonly sink?: WebhookSink,
  ) {}

  /** Where webhooks can be tried on this machine; null on every other server. */
  get webhookSink(): SinkPlace | null {
    return this.sink?.place ?? null;
  }

  /** A person who signed up with another's address may have left a webhook, which would get the owner's notices. */
  onModuleInit(): void {
    this.users.whenProven(async (tx, { workspaceId }) => {
      const ended = await this.channels.deleteAll(tx, workspaceId);
      return () => {
        if (ended > 0)
          this.logger.warn({ event: 'notices.channels_ended', workspace: workspaceId, channels: ended });
        return Promise.resolve();
      };
    });
  }

  /** The channels of a person in a workspace. */
  async list({ workspaceId, actor }: RequestOwner): Promise<ChannelDto[]> {
    const [rows, { email }] = await Promise.all([
      this.channels.list(workspaceId),
      this.users.getProfile(actor),
    ]);
    return rows.map((row) => this.toChannel(row, email));
  }

  /**
   * Adds a channel for everything that happens from now on, at once. Errors: `validation_failed`, `too_many_channels`,
   * `not_signed_in` where the session has ended by then, `channels/not-configured` without `TOKEN_KEYS`.
   */
  async create(
    { workspaceId, actor }: RequestOwner,
    sessionId: string,
    { kind, url = '', kinds = [...NOTICE_KINDS] }: CreateChannelDto,
  ): Promise<NewChannelDto> {
    const isWebhook = kind === 'webhook';
    const fault = isWebhook ? this.faultOf(url) : url && 'Address is that of the profile for email';
    if (fault) throw AppError.invalid([{ field: 'url', message: fault }]);
    const { email } = await this.users.getProfile(actor);
    const now = this.clock.now();
    const id = randomUUID();
    const token = randomBytes(SECRET_BYTES).toString('base64url');
    const secret = isWebhook ? `${SECRET_PREFIX}${token}` : token;
    const row: NewChannel = {
      id,
      workspaceId,
      kind,
      ...this.cipher.seal({ workspaceId, id }, { target: isWebhook ? new URL(url).href : null, secret }),
      unsubscribeHash: isWebhook ? null : sha256(secret),
      kinds,
      schedule: 'now',
      isOn: true,
      deliveredUntil: null,
      provenAddress: null,
      proofHash: null,
      proofEndsAt: null,
      pausedReason: null,
      failures: 0,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await this.channels.insert(row, isWebhook ? MAX_WEBHOOKS : 1, sessionId)))
      throw AppError.of('too_many_channels');
    return { ...this.toChannel(row, email), secret: isWebhook ? secret : null };
  }

  /**
   * Changes what is given. Errors: `not_found`, `validation_failed`, and for an address `channels/not-configured` where a
   * key of `TOKEN_KEYS` is missing.
   */
  async update(
    { workspaceId, actor }: RequestOwner,
    id: string,
    change: UpdateChannelDto,
  ): Promise<ChannelDto> {
    const { isOn, kinds, schedule, address } = change;
    const now = this.clock.now();
    const { email } = await this.users.getProfile(actor);
    const row = await this.channels.change(
      workspaceId,
      id,
      (old) => {
        if (old.kind === 'webhook' && schedule !== undefined && schedule !== 'now')
          throw AppError.invalid([{ field: 'schedule', message: 'Schedule must be now for a webhook' }]);
        if (old.kind === 'webhook' && address !== undefined)
          throw AppError.invalid([{ field: 'address', message: 'Address of a webhook can’t be changed' }]);
        const isResumed = isOn === true && (!old.isOn || old.pausedReason !== null);
        return {
          ...(isOn !== undefined && { isOn }),
          ...(isResumed && { onSince: NOW, pausedReason: null, failures: 0 }),
          ...(kinds && { kinds }),
          ...(schedule && { schedule }),
          ...(address !== undefined && this.moved(old, address, email)),
        };
      },
      now,
    );
    if (!row) throw AppError.of('not_found');
    return this.toChannel(row, email);
  }

  /** Switches email off by the token of its unsubscribe links. An unknown token changes nothing. */
  async unsubscribe(token: string): Promise<void> {
    await this.channels.unsubscribe(sha256(token), this.clock.now());
  }

  /** Removes a channel with its deliveries. Errors: `not_found`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    if (!(await this.channels.delete(workspaceId, id))) throw AppError.of('not_found');
  }

  /** An email channel to an address that is still to be proven; nothing where it goes there already. */
  private moved(row: ChannelRow, address: string, profileEmail: string): Partial<NewChannel> {
    const opened = this.cipher.open(row);
    if (!opened) throw AppError.of('channels/not-configured');
    if (plainEmail(opened.target ?? profileEmail) === plainEmail(address)) return {};
    const target = plainEmail(address) === plainEmail(profileEmail) ? null : address;
    const secrets = this.cipher.seal(row, { ...opened, target });
    return { ...secrets, provenAddress: null, proofHash: null, proofEndsAt: null, pausedReason: null };
  }

  private faultOf(url: string): string | undefined {
    return this.sink?.takes(url) ? undefined : faultOfWebhookUrl(url);
  }

  private toChannel(row: NewChannel, email: string): ChannelDto {
    const isWebhook = row.kind === 'webhook';
    return {
      id: row.id,
      kind: row.kind,
      target: (isWebhook ? this.cipher.open(row)?.target : this.cipher.mailAddressOf(row, email)) ?? '',
      kinds: row.kinds,
      schedule: row.schedule,
      isOn: row.isOn,
      isProven: isWebhook || isMailProven(row, email),
      pausedReason: row.pausedReason,
      createdAt: row.createdAt.toISOString(),
    };
  }
}

import { Body, Controller, Delete, Get, HttpCode, Optional, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountLimits } from '../../auth/account-limits.js';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { Throttled } from '../../auth/throttle.guard.js';
import { ApiErrors } from '../../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { ConnectionSetupService } from './connection-setup.service.js';
import {
  ConnectionStatusDto,
  ConsentPageDto,
  DisconnectedDto,
  SetupAnswerDto,
  SetupDto,
} from './connection.dto.js';
import { type Connection, ConnectionsService } from './connections.service.js';
import { GoogleApis } from './google-apis.js';
import { PracticeGoogle } from './practice-google.js';

const REVOKED = 'Your Google Business Profile is disconnected, and Google has revoked Shingle’s access.';
const NOT_REVOKED =
  'Your Google Business Profile is disconnected here, but Google hasn’t confirmed that access was revoked. You can remove it yourself at https://myaccount.google.com/permissions.';

/** The connection to a Google Business Profile. */
@ApiTags('Connection')
@Controller('auth')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly setup: ConnectionSetupService,
    private readonly limits: AccountLimits,
    private readonly apis: GoogleApis,
    @Optional() private readonly practiceGoogle?: PracticeGoogle,
  ) {}

  /** Whether a Business Profile is connected. */
  @Get('gbp-status')
  async getConnectionStatus(@CurrentOwner() { workspaceId }: RequestOwner): Promise<ConnectionStatusDto> {
    return this.toStatus(await this.connections.find(workspaceId));
  }

  /** Keeps a connection that is held; posts that waited for it go out. One that is not held stays as it is. */
  @Post('gbp-connection/keep')
  @HttpCode(200)
  @ApiErrors('connect/not-connected')
  async keepConnection(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
  ): Promise<ConnectionStatusDto> {
    return this.toStatus(await this.connections.keep(owner, session.id));
  }

  /** Revokes the grant at Google and forgets the connection, whether or not Google answers. */
  @Delete('gbp-connection')
  @ApiErrors('connect/not-connected')
  async disconnect(@CurrentOwner() { workspaceId }: RequestOwner): Promise<DisconnectedDto> {
    const revoked = await this.connections.disconnect(workspaceId);
    return { revoked, message: revoked ? REVOKED : NOT_REVOKED };
  }

  /** Begins connecting: the address of Google's consent page. */
  @Post('gbp-connect')
  @Throttled('connect')
  @HttpCode(200)
  @ApiErrors('connect/not-configured')
  async beginConnection(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
  ): Promise<ConsentPageDto> {
    const begin = () => this.setup.begin(owner, session.id);
    return { url: await this.limits.byUser('connect', owner.actor, begin) };
  }

  /** Finishes connecting. A code without a connection that was begun here by the same user for the same workspace is refused. */
  @Post('setup')
  @Throttled('connect')
  @HttpCode(200)
  finishConnection(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() body: SetupDto,
  ): Promise<SetupAnswerDto> {
    return this.limits.byUser('connect', owner.actor, () => this.setup.finish(owner, session.id, body));
  }

  private async toStatus(connection: Connection | undefined): Promise<ConnectionStatusDto> {
    const offersPractice = this.practiceGoogle?.isOffered ?? false;
    if (!connection) return { ...NOT_CONNECTED, offersPractice, closedApis: [] };
    const { state, email, practice: isPractice, connectedAt } = connection;
    const hasAccess = state !== 'reconnect' && state !== 'held';
    const closedApis = (await this.apis.states()).flatMap(({ api, state: answer, since, askedAt }) =>
      answer === 'enabled' ? [] : [{ api, state: answer, since, askedAt }],
    );
    return { hasAccess, source: 'google', state, email, isPractice, offersPractice, connectedAt, closedApis };
  }
}

const NOT_CONNECTED = Object.freeze({
  hasAccess: false,
  source: 'sample',
  state: 'none',
  email: null,
  isPractice: false,
  connectedAt: null,
} as const);

import { Injectable, Logger } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import {
  type GoogleGrant,
  GoogleOAuth,
  type GooglePerson,
  GoogleRefusal,
  GoogleUnreachable,
  type OAuthTransaction,
  OAuthTransactions,
  claimsOf,
} from '../../auth/google-oauth.js';
import { Env } from '../../config/env.js';
import { AppError, ERRORS } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { ownWorkspaceOf } from '../../users/own-workspace.js';
import type { SetupAnswerDto, SetupDto } from './connection.dto.js';
import { ConnectionsService } from './connections.service.js';

/** The scope that Google's Business Profile APIs require. */
export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage';
/** `openid email` identify the Google account. */
const SCOPES = [BUSINESS_SCOPE, 'openid', 'email'];

const SUCCESS = 'Google Business Profile connected successfully!';

/** Why a setup failed, in sentences for the user. */
const REASONS = {
  unknown: 'This link has expired or was already used. Please connect again.',
  foreign: 'Another Shingle user started this connection. Please connect again.',
  elsewhere:
    'You started this connection in another browser, or before you last logged in. Please connect again.',
  planted: 'This link belongs to a different request to Google. Please connect again.',
  expired: 'Connecting took longer than 10 minutes. Please connect again.',
  invalid_grant:
    'Google no longer accepts this link: it has expired or was already used. Please connect again.',
  refused: 'Google doesn’t accept this server. Please contact your administrator.',
  unreachable: 'Google isn’t responding right now. Please connect again shortly.',
  scope:
    'Access to your Business Profile wasn’t granted. Please connect again and leave its box ticked on Google’s page.',
  'no-refresh-token':
    'Google didn’t grant lasting access. Remove Shingle at https://myaccount.google.com/permissions, then connect again.',
} as const;

/** Thrown inside this file alone: why a setup failed. */
class SetupFailure extends Error {
  constructor(readonly reason: keyof typeof REASONS) {
    super(reason);
  }
}

/** Takes a signed-in user to Google's consent page and back. */
@Injectable()
export class ConnectionSetupService {
  private readonly logger = new Logger('ConnectionSetup');
  private readonly redirectUri: string;

  constructor(
    private readonly env: Env,
    private readonly transactions: OAuthTransactions,
    private readonly google: GoogleOAuth,
    private readonly connections: ConnectionsService,
  ) {
    // From the configuration, never from the request's Host (RFC 9700, 4.1).
    this.redirectUri = `${env.publicOrigin}/gbp-callback`;
  }

  /**
   * The address of the consent page, with the parameters of the specification, section 3, nonce and PKCE.
   * Errors: `connect/not-configured`.
   */
  async begin({ workspaceId, actor: uid }: RequestOwner, sessionId: string): Promise<string> {
    const client = this.env.googleClient;
    if (!client) throw AppError.of('connect/not-configured');
    const verifier = randomBytes(32).toString('base64url');
    const { random, nonce } = await this.transactions.begin({
      purpose: 'connect',
      verifier,
      binding: sessionId,
      uid,
      workspaceId,
    });
    const parameters = new URLSearchParams({
      client_id: client.id,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      access_type: 'offline',
      prompt: 'consent',
      state: `${uid}.${random}`,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return `${this.env.GOOGLE_AUTH_URL}?${parameters.toString()}`;
  }

  /** Exchanges the code and stores the connection. On a failure nothing is stored, and the answer gives the reason. */
  async finish(owner: RequestOwner, sessionId: string, { code, state }: SetupDto): Promise<SetupAnswerDto> {
    if (!this.env.googleClient) return failed(ERRORS['connect/not-configured'][1]);
    try {
      // A field that may be left out may be null as well.
      const transaction = await this.takeTransaction(owner, sessionId, state ?? undefined);
      return { success: true, message: await this.connect(owner, sessionId, code, transaction) };
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error;
      const { actor: uid, workspaceId: workspace } = owner;
      this.logger.warn({ event: 'connection.refused', uid, workspace, reason: error.reason });
      return failed(REASONS[error.reason]);
    }
  }

  /** The transaction of this user for this workspace in this browser: the one that `state` names, else the latest. */
  private async takeTransaction(
    { workspaceId, actor: uid }: RequestOwner,
    sessionId: string,
    state: string | undefined,
  ): Promise<OAuthTransaction> {
    if (state !== undefined && !state.startsWith(`${uid}.`)) throw new SetupFailure('foreign');
    const taken =
      state === undefined
        ? await this.transactions.takeLatest('connect', { uid, workspaceId }, sessionId)
        : await this.transactions.take('connect', state.slice(uid.length + 1));
    if (!taken) throw new SetupFailure('unknown');
    if (taken.uid !== uid) throw new SetupFailure('foreign');
    // Servers of versions before memberships name none.
    if ((taken.workspaceId ?? ownWorkspaceOf(uid)) !== workspaceId) throw new SetupFailure('planted');
    if (!taken.isBoundTo(sessionId)) throw new SetupFailure('elsewhere');
    if (taken.hasExpired) throw new SetupFailure('expired');
    return taken;
  }

  /** @returns the message for the user */
  private async connect(
    owner: RequestOwner,
    sessionId: string,
    code: string,
    transaction: OAuthTransaction,
  ): Promise<string> {
    const { grant, person } = await this.exchange(code, transaction);
    const { scopes, refreshToken, grantEndsInMs, accessToken: token, expiresInMs } = grant;
    const stored = await this.connections.connect(
      owner,
      { ...person, scopes, refreshToken, grantEndsInMs, access: { token, expiresInMs } },
      sessionId,
    );
    if (stored === 'no-refresh-token') throw new SetupFailure(stored);
    if (stored.formerEmail === undefined) return SUCCESS;
    return `${SUCCESS} You’re now seeing the locations of ${person.email} instead of those of ${stored.formerEmail}.`;
  }

  private async exchange(
    code: string,
    { verifier, nonce }: OAuthTransaction,
  ): Promise<{ grant: GoogleGrant; person: GooglePerson }> {
    try {
      const grant = await this.google.exchangeCode(code, this.redirectUri, verifier);
      // A code alone names no transaction, and a consent page may have been asked for without a challenge: only what
      // Google has signed says that this consent was begun here (OpenID Connect Core, 3.1.2.1).
      if (grant.idToken === undefined || claimsOf(grant.idToken).nonce !== nonce)
        throw new SetupFailure('planted');
      if (!grant.scopes.includes(BUSINESS_SCOPE)) throw new SetupFailure('scope');
      return { grant, person: await this.google.readPerson(grant.accessToken) };
    } catch (error) {
      if (error instanceof GoogleUnreachable) throw new SetupFailure('unreachable');
      if (!(error instanceof GoogleRefusal)) throw error;
      if (error.code === 'invalid_grant') throw new SetupFailure('invalid_grant');
      this.logger.error({ event: 'connection.failed', reason: error.message });
      throw new SetupFailure('refused');
    }
  }
}

function failed(reason: string): SetupAnswerDto {
  return { success: false, message: 'Setup failed', error: { message: reason } };
}

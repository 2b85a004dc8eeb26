import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Exchange, PlainRoute, Reply } from '../routes.js';
import type { Person } from '../model.js';
import type { State } from '../state.js';
import { OAuthError } from '../errors.js';
import {
  authenticateClient,
  bearerOf,
  allowsBusiness,
  isSignInScope,
  EMAIL_SCOPE,
  PROFILE_SCOPE,
  type OAuthClient,
} from './clients.js';
import { ACCESS_TOKEN_SECONDS, type AuthorizationCode, type Grant } from './grants.js';

const KEY_ID = 'simulator-1';

interface Parts {
  state: State;
  clients: readonly OAuthClient[];
  signer: IdTokenSigner;
  origin: string;
}

/** Google's OAuth as servers use it: tokens for a code or a refresh token, revoking, user info and keys. */
export function tokenRoutes(parts: Parts): PlainRoute[] {
  const { state, clients, signer, origin } = parts;
  const personOf = (grant: Grant | undefined) => state.people.find(({ sub }) => sub === grant?.sub);
  const isRefresh = ({ body }: Exchange) => new URLSearchParams(body).get('grant_type') === 'refresh_token';
  return [
    {
      operation: 'oauth.refresh',
      method: 'POST',
      path: '/token',
      serves: isRefresh,
      emailOf: ({ body }) => {
        const token = new URLSearchParams(body).get('refresh_token') ?? '';
        return personOf(state.grants.findRefreshToken(token))?.email;
      },
      answer: (exchange) => refresh(parts, exchange),
    },
    {
      operation: 'oauth.exchange',
      method: 'POST',
      path: '/token',
      serves: (exchange) => !isRefresh(exchange),
      emailOf: ({ body }) => {
        const code = new URLSearchParams(body).get('code') ?? '';
        return personOf(state.grants.findCode(code))?.email;
      },
      answer: (exchange) => redeem(parts, exchange),
    },
    {
      operation: 'oauth.revoke',
      method: 'POST',
      path: '/revoke',
      answer: ({ body, query }) => {
        const token = new URLSearchParams(body).get('token') ?? query.get('token');
        if (!token) throw new OAuthError(400, 'invalid_request', 'Missing required parameter: token');
        if (!state.grants.revoke(token))
          throw new OAuthError(400, 'invalid_token', 'Token expired or revoked');
        state.touch();
        return { json: {} };
      },
    },
    ...['GET', 'POST'].map((method): PlainRoute => ({
      operation: 'oauth.userinfo',
      method,
      path: '/v1/userinfo',
      emailOf: (exchange) => personOf(state.grants.findAccessToken(bearerOf(exchange) ?? ''))?.email,
      answer: (exchange) => {
        const grant = state.grants.findAccessToken(bearerOf(exchange) ?? '');
        const person = personOf(grant);
        if (!grant || !person || !grant.scopes.some(isSignInScope))
          throw new OAuthError(401, 'invalid_request', 'Invalid Credentials');
        return { json: claimsOf(person, grant.scopes, origin) };
      },
    })),
    {
      operation: 'oauth.certs',
      method: 'GET',
      path: '/oauth2/v3/certs',
      answer: () => ({ json: signer.keySet(), headers: { 'Cache-Control': 'public, max-age=20000' } }),
    },
  ];

  /** Tokens for a code, once. */
  function redeem({ state: { grants } }: Parts, exchange: Exchange): Reply {
    const form = new URLSearchParams(exchange.body);
    const grantType = required(form, 'grant_type');
    if (grantType !== 'authorization_code')
      throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
    const client = authenticateClient(clients, exchange);
    const code = grants.findCode(required(form, 'code'));
    if (!code || code.clientId !== client.id) throw invalidGrant('Malformed auth code.');
    if (code.redirectUri !== required(form, 'redirect_uri'))
      throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request');
    checkVerifier(code, form.get('code_verifier'));
    if (!grants.isFresh(code)) throw invalidGrant('Bad Request');
    code.isUsed = true;
    state.touch();
    if (exchange.fault?.kind === 'revoked-grant') return endGrant(code);
    const scopes = grantedScopes(code, exchange);
    const grant = { sub: code.sub, clientId: client.id, scopes };
    const person = personOf(grant);
    const hasRefreshToken = code.isOffline && exchange.fault?.kind !== 'no-refresh-token';
    const refreshToken = hasRefreshToken ? grants.issueRefreshToken(grant) : undefined;
    return {
      json: {
        access_token: grants.issueAccessToken(grant),
        expires_in: ACCESS_TOKEN_SECONDS - 1,
        ...(refreshToken !== undefined && { refresh_token: refreshToken, ...grants.endOf(refreshToken) }),
        scope: scopes.join(' '),
        token_type: 'Bearer',
        ...(person && scopes.some(isSignInScope) && { id_token: idToken(person, grant, code.nonce) }),
      },
    };
  }

  /** A new access token; the refresh token stays the same and is not answered. */
  function refresh({ state: { grants, clock } }: Parts, exchange: Exchange): Reply {
    const form = new URLSearchParams(exchange.body);
    const client = authenticateClient(clients, exchange);
    const refreshToken = required(form, 'refresh_token');
    const grant = grants.findRefreshToken(refreshToken);
    if (grant && grant.clientId !== client.id)
      throw new OAuthError(401, 'unauthorized_client', 'Unauthorized');
    if (!grant) throw invalidGrant('Token has been expired or revoked.');
    if (exchange.fault?.kind === 'revoked-grant') return endGrant(grant);
    grant.usedAt = clock.now().getTime();
    state.touch();
    const person = personOf(grant);
    return {
      json: {
        access_token: grants.issueAccessToken(grant),
        expires_in: ACCESS_TOKEN_SECONDS - 1,
        ...grants.endOf(refreshToken),
        scope: grant.scopes.join(' '),
        token_type: 'Bearer',
        ...(person && grant.scopes.some(isSignInScope) && { id_token: idToken(person, grant) }),
      },
    };
  }

  function endGrant({ sub, clientId }: Grant): Reply {
    state.grants.end(sub, clientId);
    state.touch();
    return invalidGrant('Token has been expired or revoked.').toReply();
  }

  function idToken(person: Person, { clientId, scopes }: Grant, nonce?: string): string {
    const issuedAt = Math.floor(state.clock.now().getTime() / 1000);
    return signer.sign({
      iss: 'https://accounts.google.com',
      azp: clientId,
      aud: clientId,
      ...claimsOf(person, scopes, origin),
      ...(nonce !== undefined && { nonce }),
      iat: issuedAt,
      exp: issuedAt + ACCESS_TOKEN_SECONDS,
    });
  }
}

function grantedScopes(code: AuthorizationCode, { fault }: Exchange): string[] {
  if (fault?.kind !== 'fewer-scopes') return code.scopes;
  const missing = fault.options.scopes;
  return code.scopes.filter((scope) => (missing ? !missing.includes(scope) : !allowsBusiness([scope])));
}

function checkVerifier({ challenge }: AuthorizationCode, verifier: string | null): void {
  if (!challenge) {
    if (verifier !== null) throw invalidGrant('code_verifier or verifier is not needed.');
    return;
  }
  if (!verifier) throw invalidGrant('Missing code verifier.');
  const answer =
    challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  if (answer !== challenge.value) throw invalidGrant('Invalid code verifier.');
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError(400, 'invalid_request', `Missing required parameter: ${name}`);
  return value;
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError(400, 'invalid_grant', description);
}

/** The claims about a person that these scopes allow. */
function claimsOf(person: Person, scopes: readonly string[], origin: string): Record<string, unknown> {
  return {
    sub: person.sub,
    ...(scopes.includes(EMAIL_SCOPE) && { email: person.email, email_verified: true }),
    ...(scopes.includes(PROFILE_SCOPE) && {
      name: person.name,
      given_name: person.givenName,
      family_name: person.familyName,
      picture: `${origin}/photos/${person.sub}.svg`,
    }),
  };
}

/** Signs id tokens as Google does (RS256), with a key that is made when the first one is asked for. */
export class IdTokenSigner {
  private keys: { privateKey: KeyObject; publicKey: KeyObject } | undefined;

  sign(claims: Record<string, unknown>): string {
    const head = encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' });
    const signed = `${head}.${encode(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(this.pair.privateKey, 'base64url')}`;
  }

  /** The JSON Web Key Set to check them with. */
  keySet(): object {
    return {
      keys: [{ ...this.pair.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
    };
  }

  private get pair() {
    this.keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return this.keys;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

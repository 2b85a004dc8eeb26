import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { type GoogleCallbackParameters, Strategy, type VerifyCallback } from 'passport-google-oauth20';
import type { Env } from '../config/env.js';
import { type GoogleOAuth, GoogleUnreachable } from './google-oauth.js';

const SCOPES = ['openid', 'email', 'profile'];

type StoreCallback = (error: unknown, value?: string) => void;

/** Where passport keeps what lies between leaving for Google and coming back; it goes by the number of parameters. */
interface PkceStore {
  store: (request: Request, verifier: string, state: unknown, meta: unknown, done: StoreCallback) => void;
  verify: (request: Request, state: string, meta: unknown, done: StoreCallback) => void;
}

/** How passport asks for tokens: `parameters` holds the redirect URI and the PKCE verifier. */
type AskForTokens = (
  code: string,
  parameters: { redirect_uri: string; code_verifier: string },
  done: (error: unknown, accessToken?: string, refreshToken?: string, tokens?: Tokens) => void,
) => void;

type Tokens = Pick<GoogleCallbackParameters, 'id_token'>;

/** One request's sign-in with Google. Passport's own HTTP has no deadline, so the tokens come by GoogleOAuth. */
class GoogleSignInStrategy extends Strategy {
  constructor(env: Env, google: GoogleOAuth, store: PkceStore) {
    const client = env.googleClient;
    if (!client) throw new Error('GOOGLE_CLIENT_ID is not set');
    const options = {
      clientID: client.id,
      clientSecret: client.secret,
      authorizationURL: env.GOOGLE_AUTH_URL,
      tokenURL: env.GOOGLE_TOKEN_URL,
      callbackURL: `${env.publicOrigin}/api/auth/google/callback`,
      scope: SCOPES,
      pkce: true,
      // The published types know of stores without PKCE only.
      store: store as never,
      // The ID token says who it is; asking once more would put the access token into an address.
      skipUserProfile: true,
    };
    super(
      options,
      (
        _access: string,
        _refresh: string,
        { id_token: idToken }: Tokens,
        _profile: unknown,
        done: VerifyCallback,
      ) =>
        idToken === undefined
          ? done(new GoogleUnreachable('the answer has no ID token'))
          : done(null, { idToken }),
    );
    const ask: AskForTokens = (code, parameters, done) => {
      google.exchangeCode(code, parameters.redirect_uri, parameters.code_verifier).then(
        ({ accessToken, idToken }) => done(null, accessToken, undefined, { id_token: idToken }),
        (error: unknown) => done(error),
      );
    };
    this._oauth2.getOAuthAccessToken = ask as typeof this._oauth2.getOAuthAccessToken;
  }
}

/**
 * Leads the browser to Google's account chooser. `remember` stores the PKCE verifier and answers the `state`.
 * Resolves once the answer is sent; rejects with what `remember` threw.
 */
export function leaveForGoogle(
  env: Env,
  google: GoogleOAuth,
  request: Request,
  response: Response,
  remember: (verifier: string) => Promise<string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const strategy = new GoogleSignInStrategy(env, google, {
      store: (_request, verifier, _state, _meta, done) => {
        remember(verifier).then((state) => done(null, state), done);
      },
      verify: (_request, _state, _meta, done) => done(new Error('nobody has come back yet')),
    });
    response.once('close', resolve);
    const leave = passport.authenticate(strategy, { prompt: 'select_account' }, reject) as RequestHandler;
    void leave(request, response, reject);
  });
}

/**
 * Exchanges the code in the request for Google's ID token.
 * @throws GoogleRefusal, GoogleUnreachable
 */
export function comeBackFromGoogle(
  env: Env,
  google: GoogleOAuth,
  request: Request,
  response: Response,
  verifier: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const strategy = new GoogleSignInStrategy(env, google, {
      store: (_request, _verifier, _state, _meta, done) => done(new Error('the request has no code')),
      verify: (_request, _state, _meta, done) => done(null, verifier),
    });
    const settle = (error: unknown, user?: { idToken: string } | false): void => {
      if (user) resolve(user.idToken);
      else reject(causeOf(error));
    };
    const comeBack = passport.authenticate(strategy, settle) as RequestHandler;
    void comeBack(request, response, reject);
  });
}

/** Passport wraps what the token request threw. */
function causeOf(error: unknown): Error {
  const inner = (error as { oauthError?: unknown } | null)?.oauthError ?? error;
  return inner instanceof Error ? inner : new Error('passport refused the request');
}

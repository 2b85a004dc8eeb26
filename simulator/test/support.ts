import { createHash, randomBytes } from 'node:crypto';
import { consent, type GoogleSimulator, type Steering } from 'gbp-simulator';
import { BUSINESS_SCOPE, GOOGLE_CLIENT, PEOPLE } from '../../test/support/google/google-simulator.ts';

export {
  BUSINESS_SCOPE,
  GOOGLE_CLIENT,
  PEOPLE,
  SIMULATOR_COMMAND,
  startSimulator,
} from '../../test/support/google/google-simulator.ts';

/** Three of Tamsin's places in the world that the simulator begins with. */
export const CERAMICS = 'accounts/101000000000000000001/locations/4200000000000000101';
export const BAKERY = 'accounts/101000000000000000002/locations/4200000000000000103';
export const STATION = 'accounts/101000000000000000002/locations/4200000000000000105';

/** The address of the consent page as the specification has it (offline access, asked every time), with PKCE. */
export function consentAddress(
  { addresses }: Pick<Steering, 'addresses'>,
  parameters: Record<string, string | undefined> = {},
  verifier?: string,
): string {
  const url = new URL(addresses.GOOGLE_AUTH_URL);
  const all = {
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: GOOGLE_CLIENT.redirectUris[0],
    response_type: 'code',
    scope: `openid email profile ${BUSINESS_SCOPE}`,
    access_type: 'offline',
    prompt: 'consent',
    state: 'some-state',
    ...(verifier && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** An answer of the token endpoint. */
export interface TokenAnswer {
  status: number;
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  scope: string;
  expires_in: number;
  refresh_token_expires_in?: number;
  error?: string;
  error_description?: string;
}

/** Asks the token endpoint, as the simulator's own client unless the form says otherwise. */
export async function askForToken(
  { addresses }: Pick<Steering, 'addresses'>,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const all = { client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret, ...form };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await fetch(addresses.GOOGLE_TOKEN_URL, {
    method: 'POST',
    headers,
    body: new URLSearchParams(given),
  });
  return { ...((await answer.json()) as Omit<TokenAnswer, 'status'>), status: answer.status };
}

/** Consents as that person and exchanges the code: what a connected server holds. */
export async function connect(
  simulator: Pick<Steering, 'addresses'>,
  email: string,
  parameters: Record<string, string | undefined> = {},
): Promise<TokenAnswer> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = parameters.redirect_uri ?? GOOGLE_CLIENT.redirectUris[0];
  const location = await consent(consentAddress(simulator, parameters, verifier), { email });
  const code = new URL(location).searchParams.get('code') ?? '';
  return askForToken(simulator, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/** Calls to an API at its base address, with an access token (or without one). The answer's body is looked at as it came. */
export function callerOf(base: string, accessToken?: string) {
  return async (method: string, path: string, body?: object | string) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
}

/** Consents as that person, and answers calls to the APIs of their business. */
export async function callsOf(google: Pick<Steering, 'addresses'>, email: string) {
  const { access_token: token } = await connect(google, email);
  return {
    accounts: callerOf(google.addresses.GBP_ACCOUNTS_URL, token),
    locations: callerOf(google.addresses.GBP_INFORMATION_URL, token),
    verifications: callerOf(google.addresses.GBP_VERIFICATIONS_URL, token),
    v4: callerOf(google.addresses.GBP_V4_URL, token),
  };
}

/** Calls to each API, as one person. */
export type Calls = Awaited<ReturnType<typeof callsOf>>;

/** The titles of the locations that an answer lists. */
export function titlesOf({ body }: Awaited<ReturnType<ReturnType<typeof callerOf>>>): string[] {
  return (body.locations ?? []).map(({ title }: { title: string }) => title);
}

/** Makes the simulator as new, its clock standing still, and connects Tamsin; calls are counted from then on. */
export async function startOver(google: GoogleSimulator) {
  google.reset();
  google.clock.set(new Date('2026-05-04T10:00:00Z'), { stopped: true });
  const tokens = await connect(google, PEOPLE.tamsin);
  const v4 = callerOf(google.addresses.GBP_V4_URL, tokens.access_token);
  const accounts = callerOf(google.addresses.GBP_ACCOUNTS_URL, tokens.access_token);
  google.calls.clear();
  return { tokens, v4, accounts };
}

import type { Exchange, Reply } from '../exchange.js';
import type { OAuthClient } from './authorization-request.js';

/** An error answer of the token endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(description);
  }

  toReply(): Reply {
    const { status, error, message, headers } = this;
    return { status, headers, json: { error, error_description: message } };
  }
}

/** The client that a form names and proves to be, in the form itself or by HTTP Basic. @throws OAuthError. */
export function authenticateClient(
  clients: readonly OAuthClient[],
  { headers, body }: Exchange,
): OAuthClient {
  const form = new URLSearchParams(body);
  const [id, secret] = readBasic(headers.authorization) ?? [form.get('client_id'), form.get('client_secret')];
  if (!id) throw new OAuthError(400, 'invalid_request', 'Could not determine client ID from request.');
  const client = clients.find((known) => known.id === id);
  if (!client) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!secret) throw new OAuthError(400, 'invalid_request', 'client_secret is missing.');
  if (secret !== client.secret) throw new OAuthError(401, 'invalid_client', 'Unauthorized');
  return client;
}

/** The access token of a request, in its header or (for userinfo) in its address. */
export function bearerOf({ headers, query }: Pick<Exchange, 'headers' | 'query'>): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? query.get('access_token') ?? undefined;
}

function readBasic(header: string | undefined): [string, string] | undefined {
  const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return [decode(id), decode(secret.join(':'))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

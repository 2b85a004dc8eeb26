import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Person } from '../model.js';
import { EMAIL_SCOPE, PROFILE_SCOPE } from './scopes.js';

const KEY_ID = 'simulator-1';

/** The claims about a person that these scopes allow. */
export function claimsOf(person: Person, scopes: readonly string[], origin: string): Record<string, unknown> {
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

import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Env } from '../config/env.js';
import { readKeyRing, type RingKey } from '../config/key-ring.js';

const ALGORITHM = 'aes-256-gcm';
/** 96 bits, random for each encryption (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a secret is stored. Its ciphertext cannot be decrypted in any other place. */
interface SecretPlace {
  workspaceId: string;
  /** The id of the row, with the name of the column where a row has several secrets. */
  id: string;
}

export interface EncryptedSecret {
  /** Nonce, ciphertext and tag in base64. */
  text: string;
  /** The name of the key that encrypted it. */
  keyName: string;
}

/** Encrypts Google's refresh tokens, and addresses and secrets of webhooks, with the ring of keys in TOKEN_KEYS. */
@Injectable()
export class TokenCipher {
  private readonly ring: RingKey[];

  constructor(env: Env) {
    this.ring = env.TOKEN_KEYS === undefined ? [] : readKeyRing(env.TOKEN_KEYS);
  }

  /** The name of the key that encrypts; undefined when no keys are configured. */
  get writingKey(): string | undefined {
    return this.ring[0]?.name;
  }

  /** Encrypts for one place, under the first key of the ring. The configuration must have keys. */
  encrypt(secret: string, place: SecretPlace): EncryptedSecret {
    const [first] = this.ring;
    if (!first) throw new Error('TOKEN_KEYS is not set');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, first.key, nonce).setAAD(boundTo(place, first.name));
    const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return { text: Buffer.concat(parts).toString('base64'), keyName: first.name };
  }

  /** The secret; undefined when its key is not in the ring, or when it was not encrypted for this place. */
  decrypt({ text, keyName }: EncryptedSecret, place: SecretPlace): string | undefined {
    const found = this.ring.find(({ name }) => name === keyName);
    const bytes = Buffer.from(text, 'base64');
    if (!found || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, found.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(boundTo(place, keyName))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([start, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** The data that is authenticated with the secret. It is JSON, so that no two places give the same text. */
function boundTo({ workspaceId, id }: SecretPlace, keyName: string): Buffer {
  return Buffer.from(JSON.stringify([workspaceId, id, keyName]));
}

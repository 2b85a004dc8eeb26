import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Env } from '../config/env.js';
import { readKeyRing } from '../config/key-ring.js';
import { isPublicLink } from '../security/web-address.js';

/** The photo of a post. */
export interface PostPhoto {
  postId: string;
  photoId: string;
}

const ID_BYTES = 16;
const TAG_BYTES = 32;
const LENGTH = 2 * ID_BYTES + TAG_BYTES;

/**
 * The public addresses under which Google fetches photos: each names a post and its photo, and is signed with a key that is
 * derived from TOKEN_KEYS. Whether it is served is decided by the state of the post, so that it ends with it.
 */
@Injectable()
export class PhotoAddresses {
  private readonly keys: Buffer[];

  constructor(private readonly env: Env) {
    const ring = env.TOKEN_KEYS === undefined ? [] : readKeyRing(env.TOKEN_KEYS);
    this.keys = ring.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'shingle photo address', 32)));
  }

  /**
   * Whether the Google that posts go to can fetch from this server: it is on the internet, or Google is the simulator of
   * this machine.
   */
  get areReachable(): boolean {
    const isSimulated = new URL(this.env.GBP_V4_URL).protocol === 'http:';
    return isSimulated || isPublicLink(this.env.publicOrigin);
  }

  /** The address of a post's photo; undefined without TOKEN_KEYS. */
  of(photo: PostPhoto): string | undefined {
    const [key] = this.keys;
    if (!key) return undefined;
    const ids = bytesOf(photo);
    const signed = Buffer.concat([ids, tagOf(ids, key)]).toString('base64url');
    return `${this.env.publicOrigin}/photos/${signed}`;
  }

  /** What the last part of an address names; undefined unless this server has signed it. */
  read(signed: string): PostPhoto | undefined {
    const bytes = Buffer.from(signed, 'base64url');
    // Base64 has several spellings of the same bytes: only ours counts.
    if (bytes.length !== LENGTH || bytes.toString('base64url') !== signed) return undefined;
    const ids = bytes.subarray(0, 2 * ID_BYTES);
    const tag = bytes.subarray(2 * ID_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(tag, tagOf(ids, key)))) return undefined;
    return { postId: idOf(ids.subarray(0, ID_BYTES)), photoId: idOf(ids.subarray(ID_BYTES)) };
  }
}

function tagOf(ids: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(ids).digest();
}

function bytesOf({ postId, photoId }: PostPhoto): Buffer {
  return Buffer.from(`${postId}${photoId}`.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

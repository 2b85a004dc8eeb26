import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './public-address.js';

/** What webhooks can reach. It is no setting, so that no configuration opens a private network to them. */
@Injectable()
export class WebhookNetwork {
  readonly port: number = 443;

  /** Certificates that are trusted in place of Node's own. */
  readonly ca: string | undefined = undefined;

  /** How long one message may take in all. */
  readonly withinMs: number = 10_000;

  /** The IP addresses of a name, at this moment. */
  async resolve(name: string): Promise<string[]> {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  }

  /** Whether a message may be sent to an IP address. */
  isAllowed(address: string): boolean {
    return isPublicAddress(address);
  }
}

import { Injectable } from '@nestjs/common';
import { isPublicAddress } from '../channels/public-address.js';

/** The part of the network that webhooks reach. It is no setting, so that no configuration opens a private network to them. */
@Injectable()
export class WebhookNetwork {
  readonly port: number = 443;

  /** Certificates that are trusted in place of Node's own. */
  readonly ca: string | undefined = undefined;

  /** How long one message may take once its name was looked up (ms). */
  readonly withinMs: number = 10_000;

  /** The name servers that are asked (`address:port`), in place of those of this machine. */
  readonly nameServers: readonly string[] | undefined = undefined;

  /** How long one look-up may take (ms), and how long it may wait for its turn before. */
  readonly lookUpTimes: { withinMs: number; turnWithinMs: number } = {
    withinMs: 4_000,
    turnWithinMs: 20_000,
  };

  /** Whether a message may be sent to an IP address. */
  isAllowed(address: string): boolean {
    return isPublicAddress(address);
  }
}

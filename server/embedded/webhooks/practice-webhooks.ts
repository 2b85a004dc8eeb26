import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { faultOfWebhookUrl } from '../../notices/channels/webhook-url.js';
import { type SinkMessage, type SinkPlace, WebhookSink } from '../../notices/channels/webhook-sink.js';

const HOST = 'webhooks.practice.invalid';
const MOST = 200;
/** How old a timestamp may be, as the API’s description advises receivers (s). */
const MOST_AGE_S = 300;

/** A message as it came. */
export interface KeptMessage extends Omit<SinkMessage, 'secret'> {
  id: string;
  at: Date;
  /** Whether the signature and the timestamp are as the API’s description says. */
  isGenuine: boolean;
}

/**
 * Takes every message to `https://webhooks.practice.invalid/…` in memory, the last 200, and checks it as a receiver has to.
 * Nothing is sent over a network.
 */
export class PracticeWebhooks extends WebhookSink {
  override readonly place: SinkPlace = { address: `https://${HOST}/`, page: '/mailbox/webhooks' };

  private readonly kept: KeptMessage[] = [];

  takes(address: string): boolean {
    return faultOfWebhookUrl(address, (host) => host === HOST) === undefined;
  }

  take({ address, headers, body, secret }: SinkMessage): { code: number; answer: string } {
    const at = new Date();
    const isGenuine = isSigned(headers, body, secret, at);
    this.kept.unshift({ id: randomUUID(), at, address, headers, body, isGenuine });
    this.kept.splice(MOST);
    return isGenuine
      ? { code: 200, answer: 'Kept on this machine. The signature is right.' }
      : { code: 401, answer: 'The signature is wrong.' };
  }

  /** The latest first. */
  list(): readonly KeptMessage[] {
    return this.kept;
  }

  find(id: string): KeptMessage | undefined {
    return this.kept.find((message) => message.id === id);
  }
}

/** What the API’s description has a receiver do, with nothing of the code that signs. */
function isSigned(headers: SinkMessage['headers'], body: string, secret: string, now: Date): boolean {
  const timestamp = String(headers['Shingle-Timestamp']);
  const age = now.getTime() / 1000 - Number(timestamp);
  const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const given = Buffer.from(String(headers['Shingle-Signature']));
  const isSame = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  return isSame && Math.abs(age) <= MOST_AGE_S;
}

import { Injectable, Optional } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { request } from 'node:https';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { Clock } from '../../config/clock.js';
import { Env } from '../../config/env.js';
import { type DeliveryOutcome, type OutgoingDelivery, shownAnswer } from './delivery-outcome.js';
import { NameLookUps } from './name-look-ups.js';
import { noticePath, noticeTitle } from '../events/notice-kinds.js';
import type { WebhookMessageDto } from './webhook-message.dto.js';
import { WebhookNetwork } from './webhook-network.js';
import { WebhookSink } from '../channels/webhook-sink.js';
import { faultOfWebhookUrl, hostOf } from '../channels/webhook-url.js';

const MOST_ANSWER_BYTES = 64_000;
const GONE = 410;

/** Why a message was not sent, as a sentence for the person. */
class WebhookFault extends Error {}

/** Sends single messages to webhooks: only to public addresses, or to the sink of the embedded start. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly network: WebhookNetwork,
    private readonly lookUps: NameLookUps,
    private readonly env: Env,
    private readonly clock: Clock,
    @Optional() private readonly sink?: WebhookSink,
  ) {}

  /** Sends a message once, signed with the secret. It does not throw, whatever the other side does. */
  async send(delivery: OutgoingDelivery, address: string, secret: string): Promise<DeliveryOutcome> {
    const body = JSON.stringify(this.messageOf(delivery));
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Shingle',
      'Shingle-Delivery': delivery.id,
      'Shingle-Timestamp': String(timestamp),
      'Shingle-Signature': `v1=${signatureOf(secret, `${timestamp}.${body}`)}`,
    };
    if (this.sink?.takes(address)) {
      const { code, answer } = this.sink.take({ address, headers, body, secret });
      return outcomeOf(code, answer);
    }
    try {
      const { url, addresses } = await this.checked(address, delivery.workspaceId);
      const { status, text } = await this.post(url, addresses, headers, body);
      return outcomeOf(status, text);
    } catch (error) {
      return { is: 'retry', answer: this.wordsFor(error) };
    }
  }

  /**
   * A webhook's address with the IP addresses of its host. Errors: `WebhookFault` unless all of these are allowed. One
   * sentence stands for every reason, so that it reveals no name or address in the network of this server.
   */
  private async checked(address: string, workspaceId: string): Promise<{ url: URL; addresses: string[] }> {
    const fault = faultOfWebhookUrl(address);
    if (fault !== undefined) throw new WebhookFault(`${fault}.`);
    const url = new URL(address);
    const host = hostOf(url);
    const addresses = isIP(host) > 0 ? [host] : await this.lookUps.addressesOf(host, workspaceId);
    if (addresses.length === 0 || !addresses.every((found) => this.network.isAllowed(found)))
      throw new WebhookFault(
        `Nothing was sent: ${host} couldn’t be found, or leads to an address that isn’t public.`,
      );
    return { url, addresses };
  }

  /** Sends a request to one of the addresses that were checked for it. */
  private async post(
    url: URL,
    addresses: string[],
    headers: OutgoingHttpHeaders,
    body: string,
  ): Promise<{ status: number; text: string }> {
    const { port, ca, withinMs } = this.network;
    const [lookup, signal] = [pinned(addresses), AbortSignal.timeout(withinMs)];
    // Without an agent each message has a connection of its own, to an address that was checked for it.
    const options = { method: 'POST', port, ca, headers, lookup, signal, agent: false };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, options, resolve).on('error', reject).end(body);
    });
    return { status: answer.statusCode ?? 0, text: await beginningOf(answer) };
  }

  private messageOf({ id, kind, content, createdAt }: OutgoingDelivery): WebhookMessageDto {
    return {
      id,
      type: kind === 'test' ? 'test' : 'notices',
      createdAt: createdAt.toISOString(),
      notices: content.notices.map((notice) => ({
        id: notice.id,
        kind: notice.kind,
        title: noticeTitle(notice),
        count: notice.count,
        firstAt: notice.firstAt,
        lastAt: notice.lastAt,
        url: new URL(noticePath(notice), this.env.PUBLIC_ORIGIN).href,
        subjects: notice.subjects.map(({ eventId, at, ...subject }) => ({
          eventId,
          at,
          locationId: subject.locationId ?? null,
          locationName: subject.locationName ?? null,
          storeCode: subject.storeCode ?? null,
          postId: subject.postId ?? null,
          reviewId: subject.reviewId ?? null,
          stars: subject.stars ?? null,
          field: subject.field ?? null,
          reason: subject.reason ?? null,
        })),
      })),
    };
  }

  private wordsFor(error: unknown): string {
    if (error instanceof WebhookFault) return error.message;
    const { code = 'unknown' } = error as { code?: string };
    if (code === 'ABORT_ERR') return `There was no answer within ${this.network.withinMs / 1000} seconds.`;
    return `There was no answer: the connection failed (${code}).`;
  }
}

/** HMAC-SHA256 in hex. */
function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * A look-up that gives the addresses that were checked, whatever the name leads to by now. It answers later, as a true one
 * does: a connection that fails at once, for want of a route, would fail before the request listens for that.
 */
function pinned(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all = false }, done) => {
    setImmediate(() => {
      if (all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  };
}

/** The beginning of an answer, as far as it comes. It is shown and decides nothing. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // What has come so far is shown.
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString();
}

function outcomeOf(code: number, text: string): DeliveryOutcome {
  const answer = shownAnswer(text);
  if (code >= 200 && code < 300) return { is: 'delivered', code, answer };
  if (code === GONE)
    return { is: 'failed', code, answer, pause: 'The address answered 410: it accepts no more messages.' };
  return { is: 'retry', code, answer };
}

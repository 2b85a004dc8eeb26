import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookMessageDto } from '../../../dist/server/notices/sending/webhook-message.dto.js';
import { makeCertificate } from '../../support/network/certificate.ts';
import type { Ends } from '../../support/processes/ends.ts';
import { listen } from '../../support/network/listen.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { type MailAnswer, type Received, startMailServer } from '../../support/network/mail-server.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { SINK } from './times.ts';

/** The host of every webhook. */
export const SINK_HOST = 'hooks.example.com';

/** A message as it came to a sink. */
export interface Arrival {
  channel: 'webhook' | 'mail';
  /** Whose it is: their address. */
  person: string;
  /** The delivery id, or that in the Message-ID. */
  id: string;
  /** The number of the process that sent it. */
  server: number;
  /** When it was there whole, in ms since 1970. */
  at: number;
  /** What the sink did: `ok` and `slow` say that the message was taken, all else is a fault. */
  did: string;
  /** Whether the sink has it from now on, whatever it answered. */
  isKept: boolean;
  /** When the answer had gone out that it was taken. */
  answeredAt?: number;
  /** The subject of a mail, the title of a webhook's first notice. */
  title: string;
  /** The body of a webhook’s message. */
  message?: WebhookMessageDto;
  /** Whether a webhook's signature is right. */
  isSigned?: boolean;
}

/** What webhooks do, how often, and whether they have the message then; the rest of the time they answer at once. */
const WEBHOOK_FAULTS: [did: string, share: number, isKept: boolean][] = [
  ['error', 0.08, false],
  ['reset', 0.06, true],
  ['silent', 0.04, true],
  ['garbled', 0.04, true],
  ['slow', 0.1, true],
];
const MAIL_FAULTS: typeof WEBHOOK_FAULTS = [
  ['later', 0.1, false],
  ['dies', 0.1, true],
  ['slow', 0.1, true],
];
const SLOW_MS = 1_500;

/** What may happen at sinks, by what they do. */
export const FAULTS = [...WEBHOOK_FAULTS, ...MAIL_FAULTS].map(([did]) => did);

/** Webhooks and mail servers on this machine, one of each for every server process. They write down what comes. */
export class Sinks {
  readonly arrivals: Arrival[] = [];
  /** What signs the messages of a person's webhook. */
  readonly secrets = new Map<string, string>();
  readonly webhookPorts: number[] = [];
  readonly mailPorts: number[] = [];
  readonly certificate: string;
  /** Where every name leads to the sinks, as `address:port`. */
  readonly nameServer: string;
  private readonly key: string;
  private readonly random: () => number;
  private readonly proofs: Received[] = [];
  private faults: readonly string[] = [];

  private constructor(seed: number, nameServer: string) {
    this.nameServer = nameServer;
    ({ key: this.key, cert: this.certificate } = makeCertificate(SINK_HOST));
    this.random = createRandom(seed + 2);
  }

  /** @param servers how many processes send */
  static async start(servers: number, seed: number, ends: Ends): Promise<Sinks> {
    const names = await startNameServer(() => [SINK]);
    ends.push(() => names.close());
    const sinks = new Sinks(seed, names.address);
    for (let server = 0; server < servers; server += 1) {
      const https = createServer({ key: sinks.key, cert: sinks.certificate }, (request, response) => {
        // A process that is killed leaves in the middle.
        sinks.take(server, request, response).catch(() => response.destroy());
      });
      sinks.webhookPorts.push(await listen(https));
      ends.push(() => {
        https.closeAllConnections();
        https.close();
      });
      const mail = await startMailServer({}, (received) => sinks.takeMail(server, received));
      sinks.mailPorts.push(mail.port);
      ends.push(() => mail.close());
    }
    return sinks;
  }

  /** From now on these of `FAULTS` happen at random. */
  fail(faults: readonly string[]): void {
    this.faults = faults;
  }

  /** The token of the link that proves an address, when its mail has come. */
  proofOf(address: string): string | null | undefined {
    const mail = this.proofs.findLast(({ to }) => to.includes(address));
    const link = /http\S+prove=\S+/.exec(mail?.text ?? '')?.[0];
    return link && new URL(link).searchParams.get('prove');
  }

  private async take(server: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { headers } = request;
    const person = decodeURIComponent((request.url ?? '').slice(1));
    const signed = createHmac('sha256', this.secrets.get(person) ?? '').update(
      `${String(headers['shingle-timestamp'])}.${body}`,
    );
    const message = JSON.parse(body) as WebhookMessageDto;
    const arrival = this.note('webhook', WEBHOOK_FAULTS, {
      person,
      id: String(headers['shingle-delivery']),
      server,
      title: message.notices[0]?.title ?? '',
      message,
      isSigned: headers['shingle-signature'] === `v1=${signed.digest('hex')}`,
    });
    switch (arrival.did) {
      case 'error':
        response.writeHead(500).end('not now');
        return;
      case 'reset':
        response.destroy();
        return;
      case 'silent':
        return;
      case 'garbled':
        response.socket?.end('what is this?\r\n\r\n');
        return;
    }
    if (arrival.did === 'slow') await delay(SLOW_MS);
    response.once('finish', () => (arrival.answeredAt = Date.now()));
    response.end('thank you');
  }

  private async takeMail(server: number, mail: Received): Promise<MailAnswer> {
    const [person = ''] = mail.to;
    const title = mail.headers.get('subject')?.[0] ?? '';
    if (/prove=/.test(mail.text)) {
      this.proofs.push(mail);
      return 'taken';
    }
    const id = /^<(.+)@/.exec(mail.headers.get('message-id')?.[0] ?? '')?.[1] ?? '';
    const arrival = this.note('mail', MAIL_FAULTS, { person, id, server, title });
    if (arrival.did === 'later' || arrival.did === 'dies') return arrival.did;
    if (arrival.did === 'slow') await delay(SLOW_MS);
    arrival.answeredAt = Date.now();
    return 'taken';
  }

  private note(
    channel: Arrival['channel'],
    faults: typeof WEBHOOK_FAULTS,
    what: Omit<Arrival, 'channel' | 'at' | 'did' | 'isKept' | 'answeredAt'>,
  ): Arrival {
    let chance = this.random();
    const fault = faults.find(([, share]) => (chance -= share) < 0);
    const [did, , isKept] = fault && this.faults.includes(fault[0]) ? fault : ['ok', 0, true];
    const arrival = { channel, ...what, at: Date.now(), did, isKept };
    this.arrivals.push(arrival);
    return arrival;
  }
}

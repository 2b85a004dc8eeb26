import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Who is refused, or has to wait, comes again after this time: requests that are refused at once are no attack. */
const AGAIN_MS = 250;
/** Of an answer so much is kept; the rest is read as fast as it comes. */
const KEPT_BYTES = 64 * 1024;

/** Somebody with a session and an address of their own. */
export interface Attacker {
  /** `name=value` of the session. */
  cookie: string;
  address: string;
}

/** What is attacked, and by whom. */
export interface Attacked {
  origin: string;
  /** The one with the many locations, called `place-0` and so on. */
  owner: Attacker;
  /** Ten others, who have nothing. */
  crowd: Attacker[];
}

/** What every file of the folder `attacks` exports under the name `attack`: it goes on until the signal. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<void>;

interface Asked {
  method?: string;
  path: string;
  /** The media type of the body; JSON, unless given. */
  type?: string;
  body?: Buffer | object;
  /** How many bytes the body lacks that were announced: they never come. */
  missing?: number;
}

interface Answer {
  /** 0: there was none. */
  status: number;
  /** Its beginning. */
  body: string;
  /** Whether it was broken off. */
  isCut?: boolean;
}

/** The server, as an attack sees it. It counts the answers. */
export class Target {
  readonly owner: Attacker;
  readonly crowd: Attacker[];
  /** How often each answer came, by what was asked for and the status. */
  readonly counts: Record<string, number> = {};
  /** To be called when all is prepared: what comes from now on is measured. */
  readonly begun: () => void;
  private readonly origin: string;
  private readonly signal: AbortSignal;
  private readonly agent = new Agent({ keepAlive: true });

  constructor({ origin, owner, crowd }: Attacked, signal: AbortSignal, begun: () => void) {
    this.origin = origin;
    this.owner = owner;
    this.crowd = crowd;
    this.signal = signal;
    this.begun = begun;
  }

  /** Asks over and over until the signal, `lanes` times at once. */
  async repeat(name: string, who: Attacker, next: () => Asked, lanes = 1): Promise<void> {
    const lane = () => this.loop(() => this.ask(name, who, next()));
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  /** Does something over and over until the signal. */
  async loop(act: () => Promise<Pick<Answer, 'status'>>): Promise<void> {
    while (!this.signal.aborted) {
      const { status } = await act();
      if (status === 0 || status >= 400)
        await delay(AGAIN_MS, undefined, { signal: this.signal }).catch(() => undefined);
    }
  }

  /** Asks once, and counts the answer under that name. */
  async ask(name: string, who: Attacker, asked: Asked): Promise<Answer> {
    const answer: Answer = await this.send(who, asked).catch(() => ({ status: 0, body: '' }));
    if (answer.status > 0 || !this.signal.aborted) {
      const key = `${name} ${answer.status || 'no answer'}${answer.isCut ? ' (not whole)' : ''}`;
      this.counts[key] = (this.counts[key] ?? 0) + 1;
    }
    return answer;
  }

  /** Prepares something. @returns what was answered @throws Error for another status */
  async expect(status: number, who: Attacker, asked: Asked): Promise<unknown> {
    const answer = await this.send(who, asked);
    if (answer.status !== status) throw new Error(`${asked.path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as unknown;
  }

  private send(who: Attacker, { method = 'GET', path, type, body, missing = 0 }: Asked): Promise<Answer> {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers = {
      Cookie: who.cookie,
      Origin: this.origin,
      'X-Forwarded-For': who.address,
      ...(bytes && {
        'Content-Type': type ?? 'application/json',
        'Content-Length': String(bytes.length + missing),
      }),
    };
    return new Promise((resolve, reject) => {
      const { agent, signal } = this;
      const sent = request(new URL(path, this.origin), { method, headers, agent, signal }, (response) => {
        const kept: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          if (size < KEPT_BYTES) kept.push(chunk);
          size += chunk.length;
        });
        const { statusCode: status = 0 } = response;
        response.on('error', () => resolve({ status, body: '', isCut: true }));
        response.on('end', () => resolve({ status, body: Buffer.concat(kept).toString() }));
      });
      sent.on('error', reject);
      if (missing > 0) sent.write(bytes);
      else sent.end(bytes);
    });
  }
}

import type { Database } from '../../dist/server/database/database.js';
import type { GoogleSimulator } from '../../dist/server/embedded/google-simulator/google-simulator.js';
import { type ApiDocument, type DocumentedOperation, operationsIn } from '../support/api-document.ts';
import { DocumentedAnswers } from '../support/documented-answers.ts';
import { PEOPLE } from '../support/google-simulator.ts';
import { brokenFrame, FRAME_COUNT } from './broken-frames.ts';
import { CANARY, type Cast, gatherCast } from './cast.ts';
import { DatabaseContent } from './database-content.ts';
import { type HostileRequest, HostileRequests } from './hostile-request.ts';
import { POISONS } from './hostile-values.ts';
import { Leaks } from './leaks.ts';
import { type Rules, faultsOfAnswer, faultsOfText } from './oracle.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import { type Answer, Sender } from './send.ts';
import { inWords, Tally } from './tally.ts';

/** A server to send to, and what is known of it from outside of HTTP. */
export interface Target {
  /** host:port that it listens on. */
  address: string;
  /** The origin that it is known under. */
  origin: string;
  database: Database;
  google: Pick<GoogleSimulator, 'addresses' | 'world'>;
  /** Addresses of services that only the server talks to. */
  hidden: string[];
}

export interface Extent {
  seed: number;
  /** How many requests each operation gets, in all. */
  requests: number;
  /** How long an answer may take. */
  slowestMs: number;
  /** Only these operations; all when there are none. */
  only?: string[];
}

/** Everything that the requests to one operation need. */
interface Round {
  operation: DocumentedOperation;
  rules: Rules;
  random: Random;
  /** The request with this number: the first is right, every tenth is poisoned, the others are harmed at random. */
  make: (index: number) => HostileRequest;
}

/** Of an operation's requests: without a session, by each of the two who have one, and those that are no HTTP. */
const SHARES = { stranger: 0.3, person: 0.3, frame: 0.1 };

/**
 * Sends hostile requests to every operation that a server documents, and judges each answer. Strangers go first, while
 * nothing else happens, so that whatever changes in the database is their doing; then two people who are signed in, with
 * the ids of two others.
 */
export class Fuzzer {
  readonly tally = new Tally();
  private readonly target: Target;
  private readonly extent: Extent;
  private readonly sender: Sender;
  private readonly host: string;

  constructor(target: Target, extent: Extent) {
    this.target = target;
    this.extent = extent;
    this.sender = new Sender(target.address);
    this.host = new URL(target.origin).host;
  }

  /** Sends everything. What is wrong stands in the tally afterwards. */
  async run(): Promise<void> {
    try {
      await this.sendEverything(await gatherCast(this.sender, this.host));
    } finally {
      this.sender.close();
    }
  }

  private async sendEverything(cast: Cast): Promise<void> {
    const { text } = await this.sender.send({
      method: 'GET',
      target: '/api/openapi.json',
      headers: { Host: this.host },
    });
    const document = JSON.parse(text) as ApiDocument;
    const content = await DatabaseContent.of(this.target.database);
    const rules = this.rulesFor(document, content, cast);
    const { only = [] } = this.extent;
    const operations = operationsIn(document).filter(({ id }) => only.length === 0 || only.includes(id));
    const before = await content.hashOfUsers(cast.victimIds);
    for (const operation of operations) {
      const round = this.roundOf(operation, rules, cast, undefined);
      await this.asStranger(round, content);
      await this.sendFrames(round);
    }
    for (const person of cast.senders)
      for (const operation of operations)
        await this.asPerson(this.roundOf(operation, rules, cast, person), person);
    if ((await content.hashOfUsers(cast.victimIds)) !== before)
      this.tally.note('all', ["somebody else's data has changed"], '');
  }

  /** A stranger knows the ids of others, and the password of one who is signed in. */
  private roundOf(
    operation: DocumentedOperation,
    rules: Rules,
    { senders, foreign }: Cast,
    person: Person | undefined,
  ): Round {
    const who = senders.findIndex((sender) => sender === person);
    // The same requests for the same seed, whatever other operations there are.
    const random = Random.of(`${this.extent.seed} ${operation.id} ${who}`);
    const requests = new HostileRequests(rules.document, random);
    const known = { ...foreign, email: senders[0]?.belongings.email ?? '' };
    const make = (index: number): HostileRequest => {
      const own = person?.belongings ?? known;
      const sending = { host: this.host, cookie: person?.cookie, own, foreign };
      if (index === 0) return requests.right(operation, sending);
      if (index % 10 !== 1) return requests.of(operation, sending);
      const turn = Math.floor(index / 10) + who + 1;
      return requests.withText(operation, sending, POISONS[turn % POISONS.length] ?? '');
    };
    return { operation, rules, random, make };
  }

  private rulesFor(document: ApiDocument, content: DatabaseContent, { victims }: Cast): Rules {
    const { google, hidden } = this.target;
    // These two are seen by browsers: the consent page, and where profile photos lie.
    const { GOOGLE_AUTH_URL, GOOGLE_USERINFO_URL: _seen, ...inner } = google.addresses;
    const places = google.world.locations({ email: PEOPLE.tamsin });
    return {
      document,
      documented: new DocumentedAnswers(document),
      leaks: new Leaks({ columns: content.names(), addresses: [...hidden, ...Object.values(inner)] }),
      canaries: [
        CANARY,
        PEOPLE.tamsin,
        ...victims.map(({ belongings }) => belongings.email),
        ...places.map(({ fields }) => fields.title ?? '').filter(Boolean),
      ],
      slowestMs: this.extent.slowestMs,
      destinations: ['/google-sign-in?', `${GOOGLE_AUTH_URL}?`],
    };
  }

  /** Requests without a session: what is refused leaves the database as it was. */
  private async asStranger(round: Round, content: DatabaseContent): Promise<void> {
    const { operation, make } = round;
    const refused: HostileRequest[] = [];
    let known = await content.hash();
    for (let index = 0; index < this.share('stranger'); index += 1) {
      const request = make(index);
      const answer = await this.send(round, request);
      if (!operation.isPublic && answer && answer.status < 400)
        this.tally.note(operation.id, [`a stranger is let in: ${answer.status}`], inWords(request));
      if (answer && answer.status >= 400) refused.push(request);
    }
    if (operation.isPublic) {
      // Some were granted, and have changed something: the others once more, by themselves.
      known = await content.hash();
      for (const request of refused) {
        const answer = await this.send(round, request);
        if (answer && answer.status < 400) known = await content.hash();
      }
    }
    if ((await content.hash()) !== known)
      this.tally.note(operation.id, ['a request that was refused has changed the database'], '');
  }

  /** Requests with a session, which begins anew when one of them has ended it. */
  private async asPerson(round: Round, person: Person): Promise<void> {
    if (/posts|locations|accounts/.test(round.operation.path)) await person.learn();
    for (let index = 0; index < this.share('person'); index += 1) {
      const answer = await this.send(round, round.make(index));
      if (!answer || answer.status >= 300 || round.operation.method === 'get') continue;
      person.isChanged = true;
      person.keepCookie(answer);
      if (!(await person.isStillThere())) await person.begin();
    }
  }

  private async sendFrames({ operation, rules, random, make }: Round): Promise<void> {
    const first = random.below(FRAME_COUNT);
    for (let index = 0; index < this.share('frame'); index += 1) {
      const bytes = brokenFrame(first + index, make(index + 2).wire);
      const sent = bytes.toString('latin1').slice(0, 300);
      try {
        const { text, ms } = await this.sender.sendBytes(bytes);
        const status = Number(/HTTP\/1\.1 ([2-5]\d\d) /.exec(text)?.[1] ?? 0);
        this.tally.count(operation, status, ms);
        const faults = faultsOfText(rules, text);
        if (status >= 500) faults.push(`it fails: ${status}`);
        if (ms > rules.slowestMs) faults.push(`it takes ${Math.round(ms)} ms`);
        this.tally.note(operation.id, faults, sent);
      } catch (error) {
        this.tally.note(operation.id, [String(error)], sent);
      }
    }
  }

  private async send({ operation, rules }: Round, request: HostileRequest): Promise<Answer | undefined> {
    try {
      const answer = await this.sender.send(request.wire);
      this.tally.count(operation, answer.status, answer.ms);
      this.tally.note(operation.id, faultsOfAnswer(rules, request.wire, answer), inWords(request));
      return answer;
    } catch (error) {
      this.tally.note(operation.id, [`there is no answer: ${String(error)}`], inWords(request));
      return undefined;
    }
  }

  private share(of: keyof typeof SHARES): number {
    return Math.ceil(this.extent.requests * SHARES[of]);
  }
}

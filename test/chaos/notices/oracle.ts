import type { DeliveryDto } from '../../../dist/server/notices/channels/channel.dto.js';
import type { NoticeDto } from '../../../dist/server/notices/events/notice.dto.js';
import type { WebhookMessageDto } from '../../../dist/server/notices/sending/webhook-message.dto.js';
import type { Cause } from './causes.ts';
import type { Arrival } from './sinks.ts';

/** After an answer it takes a process so long at most to write it down. */
const RECORD_MS = 2_000;
/** A sink may read what a process wrote before it was killed. */
const IN_FLIGHT_MS = 500;

/** What the product shows somebody in the end. */
export interface Shown {
  /** The address at Google, and the one at which they get mail. */
  owner: string;
  address: string;
  notices: NoticeDto[];
  deliveries: DeliveryDto[];
}

/** Each is a list of sentences; empty is right. */
export interface Verdict {
  /** A cause that is missing in the product, at the webhook or in the mail. */
  lost: string[];
  /** One that came more than once. */
  doubled: string[];
  /** A notice without a cause. */
  wrong: string[];
  /** An event that came under several delivery ids. */
  renamed: string[];
  /** A repeat after an answer that no kill has kept from being written down. */
  unexplained: string[];
  /** A message of which the product does not say, or says wrongly, what became of it. */
  untrue: string[];
  /** A message without the right signature. */
  forged: string[];
}

export interface Judgement {
  verdict: Verdict;
  /** How often a message came once more, and why. */
  repeats: Record<string, number>;
}

/**
 * Compares what came to the sinks and what the product shows with the causes.
 * @param deaths when processes ended (ms since 1970), by their number
 */
export function judge(
  causes: Cause[],
  { arrivals, deaths, shown }: { arrivals: Arrival[]; deaths: number[][]; shown: Shown[] },
): Judgement {
  const verdict: Verdict = {
    lost: [],
    doubled: [],
    wrong: [],
    renamed: [],
    unexplained: [],
    untrue: [],
    forged: [],
  };
  const repeats = judgeRepeats(verdict, arrivals, deaths);
  for (const { id, isSigned } of arrivals) if (isSigned === false) verdict.forged.push(`${id}`);
  for (const each of shown) {
    const theirs = arrivals.filter(({ person, isKept }) => person === each.address && isKept);
    const [webhook, mail] = (['webhook', 'mail'] as const).map((channel) => [
      ...Map.groupBy(
        theirs.filter((arrival) => arrival.channel === channel),
        ({ id }) => id,
      ).values(),
    ]) as [Arrival[][], Arrival[][]];
    const messages = webhook.flatMap(([first]) => (first?.message ? [first.message] : []));
    const wanted = causes.filter(({ owner }) => owner === each.owner);
    judgeMessages(verdict, wanted, messages, each.owner);
    judgeBell(verdict, wanted, messages, each);
    const titles = [webhook, mail].map((of) => of.map(([first]) => first!.title)) as [string[], string[]];
    compare(verdict, `mail to ${each.owner}`, ...titles);
    judgeDeliveries(verdict, each, theirs);
  }
  return { verdict, repeats };
}

/** The messages at the webhook, against the causes. Of many events a message names some and counts the others. */
function judgeMessages(
  verdict: Verdict,
  wanted: Cause[],
  messages: WebhookMessageDto[],
  owner: string,
): void {
  const named = new Map<string, { key: string; ids: Set<string> }>();
  const unnamed = new Map<string, number>();
  for (const { id, notices } of messages)
    for (const { kind, count, subjects } of notices) {
      unnamed.set(kind, (unnamed.get(kind) ?? 0) + count - subjects.length);
      for (const { eventId, locationId, postId, field } of subjects) {
        const key = keyOf({
          owner,
          kind,
          ...(locationId && { location: locationId }),
          ...(postId && { post: postId }),
          ...(field && { field }),
        });
        const known = named.get(eventId) ?? { key, ids: new Set() };
        known.ids.add(id);
        named.set(eventId, known);
      }
    }
  for (const { key, ids } of named.values())
    if (ids.size > 1) verdict.renamed.push(`${key} came under ${[...ids].join(', ')}`);
  for (const kind of new Set([...wanted.map((cause) => cause.kind), ...unnamed.keys()])) {
    const causes = wanted.filter((cause) => cause.kind === kind).map(keyOf);
    const came = [...named.values()].map(({ key }) => key).filter((key) => key.split(' ')[1] === kind);
    const missing = less(causes, came);
    const others = unnamed.get(kind) ?? 0;
    for (const key of missing.slice(others)) verdict.lost.push(`${key} at the webhook`);
    for (let extra = missing.length; extra < others; extra += 1)
      verdict.doubled.push(`${owner} ${kind} at the webhook, by its count`);
    for (const key of less(came, causes))
      (causes.includes(key) ? verdict.doubled : verdict.wrong).push(`${key} at the webhook`);
  }
}

/** What the product shows: each event once in one notice, the one that the webhook has. */
function judgeBell(verdict: Verdict, wanted: Cause[], messages: WebhookMessageDto[], shown: Shown): void {
  const { owner, notices } = shown;
  const listed = notices.flatMap(({ kind, count }) => Array<string>(count).fill(kind));
  compare(
    verdict,
    `list of ${owner}`,
    wanted.map(({ kind }) => kind),
    listed,
  );
  const delivered = Map.groupBy(
    messages.flatMap((message) => message.notices),
    ({ id }) => id,
  );
  for (const [id, parts] of delivered) {
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const notice = notices.find((one) => one.id === id);
    if (notice?.count !== count)
      verdict.untrue.push(
        `${id} has ${notice?.count ?? 'no'} events in the product, ${count} at the webhook`,
      );
  }
}

function judgeDeliveries(verdict: Verdict, { deliveries }: Shown, arrivals: Arrival[]): void {
  const kept = new Set(arrivals.map(({ id }) => id));
  for (const { id, state } of deliveries) {
    if (state !== 'delivered') verdict.untrue.push(`${id} is ${state}`);
    else if (!kept.delete(id)) verdict.untrue.push(`${id} is delivered, and no sink has it`);
  }
  for (const id of kept) verdict.untrue.push(`a sink has ${id}, and the product doesn’t list it`);
}

/** A message comes once more when a sink wanted it so, or when a kill kept its answer from being written down. */
function judgeRepeats(verdict: Verdict, arrivals: Arrival[], deaths: number[][]): Record<string, number> {
  const repeats: Record<string, number> = {};
  for (const [key, tries] of Map.groupBy(arrivals, ({ channel, id }) => `${channel} ${id}`))
    for (const [index, { did, server, at, answeredAt = at }] of tries.slice(0, -1).entries()) {
      const isTaken = did === 'ok' || did === 'slow';
      const until = Math.min(answeredAt + RECORD_MS, tries[index + 1]!.at);
      const isStruck = deaths[server]!.some((death) => death >= at - IN_FLIGHT_MS && death <= until);
      const reason = isTaken ? (isStruck ? 'after a kill' : 'unexplained') : `after ${did}`;
      repeats[reason] = (repeats[reason] ?? 0) + 1;
      if (reason === 'unexplained')
        verdict.unexplained.push(`${key} came again after ${did} from process ${server}`);
    }
  return repeats;
}

function compare(verdict: Verdict, where: string, wanted: string[], found: string[]): void {
  for (const one of less(wanted, found)) verdict.lost.push(`${one} in the ${where}`);
  for (const one of less(found, wanted)) verdict.doubled.push(`${one} in the ${where}`);
}

/** A list without those of another, each as often as it is there. */
function less(list: string[], others: string[]): string[] {
  const left = [...others];
  return list.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function keyOf({ owner, kind, location, post, field }: Cause): string {
  return [owner, kind, location, post, field].filter((part) => part !== undefined).join(' ');
}

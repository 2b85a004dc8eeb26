import { readObject, type JsonObject } from '../api/request-format.js';
import type { CallFilter } from '../calls.js';
import type { Exchange, Reply } from '../routes.js';
import type { FaultKind, FaultOptions } from '../faults.js';
import type { Operation } from '../operations.js';
import type { JournalFilter } from '../profile/journal.js';
import type { ReplyWriteFilter } from '../reviews/reply-journal.js';
import type { Steering } from '../steering.js';
import type { World } from './world.js';

const PREFIX = '/__simulator';

/** What of the world can be called from outside. */
const WORLD_ACTIONS = [
  'people',
  'openPrivateWorld',
  'closePrivateWorlds',
  'accounts',
  'locations',
  'location',
  'publicLocation',
  'posts',
  'access',
  'issueTokens',
  'revokeAccess',
  'expireAccessTokens',
  'setRole',
  'editByGoogle',
  'endReapplying',
  'editAttributesByGoogle',
  'editByOwner',
  'editSome',
  'decidePendingEdits',
  'setCanReopen',
  'setDuplicate',
  'setVerification',
  'addAccount',
  'addLocation',
  'addLocations',
  'moveLocation',
  'removeLocation',
  'restoreLocation',
  'reviewPost',
  'datePost',
  'removePost',
  'setMetrics',
  'metrics',
  'setKeywords',
  'reviews',
  'addReview',
  'editReview',
  'removeReview',
  'writeReviews',
  'actOnReviews',
  'replyElsewhere',
  'setReplyVerdict',
  'decideReply',
  'endReplyReviews',
] as const satisfies (keyof World)[];

interface FaultCommand {
  operation: Operation | '*';
  kind: FaultKind;
  options?: FaultOptions;
  /** With a share it is a rate. */
  share?: number;
  seed?: number;
}

interface ClockCommand {
  /** ISO 8601. */
  set?: string;
  stopped?: boolean;
  advance?: number;
  speed?: number;
}

/** The steering by HTTP, for browsers' tests and other processes: JSON in, JSON out, 400 with a sentence for nonsense. */
export function createControl(steering: Steering): (exchange: Exchange) => Reply | undefined {
  const { clock, faults, calls, journal, world, origin, addresses } = steering;
  return (exchange) => {
    if (exchange.path !== PREFIX && !exchange.path.startsWith(`${PREFIX}/`)) return undefined;
    const body = readObject(exchange.body);
    if (!body) return { status: 400, json: { error: 'The body has to be a JSON object.' } };
    try {
      return { json: run(exchange, body) ?? null };
    } catch (error) {
      return { status: 400, json: { error: error instanceof Error ? error.message : String(error) } };
    }
  };

  function run({ method, path, query }: Exchange, body: JsonObject): unknown {
    const command = `${method} ${path.slice(PREFIX.length)}`;
    switch (command) {
      case 'GET ':
        return { origin, addresses };
      case 'GET /clock':
        return { now: clock.now() };
      case 'POST /clock':
        return moveClock(body);
      case 'POST /faults':
        return addFault(body as unknown as FaultCommand);
      case 'DELETE /faults':
        return faults.clear();
      case 'GET /calls':
        return calls.list(filterOf(query));
      case 'DELETE /calls':
        return calls.clear();
      case 'GET /journal':
        return journal.list(journalFilterOf(query));
      case 'GET /journal/replies':
        return journal.replies(replyFilterOf(query));
      case 'POST /settings':
        return steering.configure(body);
      case 'POST /reset':
        return steering.reset();
      default:
        return changeWorld(command, body);
    }
  }

  function moveClock({ set, stopped, advance, speed }: ClockCommand): unknown {
    if (speed !== undefined) clock.setSpeed(speed);
    if (set !== undefined) clock.set(new Date(set), { stopped });
    if (advance !== undefined) clock.advance(advance);
    return { now: clock.now() };
  }

  function addFault({ operation, kind, options, share, seed = 1 }: FaultCommand): void {
    if (share === undefined) faults.next(operation, kind, options);
    else faults.rate(operation, kind, share, seed, options);
  }

  function changeWorld(command: string, body: JsonObject): unknown {
    const action = WORLD_ACTIONS.find((name) => command === `POST /world/${name}`);
    if (!action) throw new Error(`There is no command ${command}.`);
    // Which arguments an action takes is known to its caller; what is missing or wrong it says itself.
    return (world[action] as (argument: JsonObject) => unknown)(body);
  }
}

function filterOf(query: URLSearchParams): CallFilter {
  const { status, ...texts } = Object.fromEntries(query);
  return { ...texts, ...(status !== undefined && { status: Number(status) }) };
}

function journalFilterOf(query: URLSearchParams): JournalFilter {
  const [location, after] = [query.get('location'), query.get('after')];
  return { ...(location !== null && { location }), ...(after !== null && { after: Number(after) }) };
}

function replyFilterOf(query: URLSearchParams): ReplyWriteFilter {
  const review = query.get('review');
  return { ...journalFilterOf(query), ...(review !== null && { review }) };
}

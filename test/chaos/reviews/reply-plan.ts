import type { FaultKind } from 'gbp-simulator';
import { createRandom } from '../../support/seeded-random.ts';
import { REPLY_STEPS } from '../step.ts';

/** What Google does with the first write of a run. */
const FAULTS: (FaultKind | null)[] = [
  null,
  null,
  'error-after',
  'reset-before',
  'reset-after',
  'garbled',
  'half-sent',
  'error-before',
  'timeout-after',
];

/** Steps at which a process may be halted and go on later: not between its intent and its request, where none can check any more. */
const HALTS: readonly ReplyStep[] = ['after-claim', 'after-look', 'before-record'];

export type ReplyStep = (typeof REPLY_STEPS)[number];

/** What happens in one run, to one review. */
export interface ReplyRun {
  number: number;
  /** The owner had replied elsewhere before, and it has been read. */
  hasReply: boolean;
  /** What the person asks for first. */
  first: 'put' | 'delete';
  fault: FaultKind | null;
  /** Where the process is struck that works on it. */
  step: ReplyStep;
  /** `halt`: it goes on when others have taken over. */
  blow: 'kill' | 'halt';
  /** What the person asks for while the process is away. */
  second: 'put' | 'delete' | null;
  /** Whether the second is based on what was seen before the first. */
  isStale: boolean;
  /** When somebody replies elsewhere. */
  elsewhere: 'before' | 'after' | 'late' | null;
}

/** The runs of a seed: every step comes in turn. */
export function planReplies(seed: number, count: number): ReplyRun[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!;
  return Array.from({ length: count }, (_, number) => {
    const step = REPLY_STEPS[number % REPLY_STEPS.length]!;
    const hasReply = below(3) === 0;
    return {
      number,
      hasReply,
      first: hasReply && below(2) ? 'delete' : 'put',
      fault: pick(FAULTS),
      step,
      blow: HALTS.includes(step) && below(2) ? 'halt' : 'kill',
      second: pick(['put', 'delete', null] as const),
      isStale: below(2) === 0,
      elsewhere: pick(['before', 'after', 'late', null, null, null] as const),
    };
  });
}

import { createRandom } from '../../support/seeded-random.ts';

/** How many people there are, and how many tabs each has open. */
export const PEOPLE_HERE = 3;
export const TABS = 2;

/** What a person does in a tab, and what happens elsewhere. */
export const KINDS = [
  'save',
  'undo',
  'restore',
  'answer',
  'answer many',
  'read all',
  'owner edits',
  'owner puts back',
  'Google edits',
  'reply',
  'withdraw',
  'owner replies',
  'owner removes reply',
  'public edits review',
  'campaign',
  'change campaign',
  'pause',
  'resume',
  'undo campaign',
  'owner posts',
  // Each is aimed at a moment that the others seldom hit; see aims.ts.
  'two replies',
  'reply to edited',
  'stop in time',
  'lost post',
  'late save',
] as const;
export type Kind = (typeof KINDS)[number];

export const FIELDS = ['websiteUri', 'description'] as const;
export type Field = (typeof FIELDS)[number];

/** How a tab came to what it saves: it has just looked, it looked some time ago, or it does not say. */
export type View = 'present' | 'old' | 'unsaid';

/** One thing that somebody does. */
export interface Act {
  number: number;
  kind: Kind;
  person: number;
  tab: number;
  /** Which of the locations. */
  place: number;
  fields: Field[];
  view: View;
  /** How long after the beginning of its round. */
  afterMs: number;
  /** Whether it is done twice at the same moment, as by a double click, or in both tabs. */
  isTwice: boolean;
  /** Chooses among what there is at that moment: a whole number. */
  pick: number;
  /** Of an act of the same round: saves that have the same number want the same value. */
  value: number;
}

/** What is done at about the same moment, mostly at one location. */
export type Round = Act[];

const WEIGHTS: Record<Kind, number> = {
  save: 34,
  undo: 12,
  restore: 4,
  answer: 11,
  'answer many': 3,
  'read all': 3,
  'owner edits': 6,
  'owner puts back': 5,
  'Google edits': 10,
  reply: 14,
  withdraw: 5,
  'owner replies': 3,
  'owner removes reply': 4,
  'public edits review': 3,
  campaign: 6,
  'change campaign': 4,
  pause: 3,
  resume: 3,
  'undo campaign': 3,
  'owner posts': 6,
  'two replies': 5,
  'reply to edited': 3,
  'stop in time': 4,
  'lost post': 2,
  'late save': 4,
};
const MOST_AT_ONCE = 4;
/** Half of what is done at once begins in the same instant, the rest within this time. */
const WITHIN_MS = 1_200;
const LARGE = 2 ** 30;

/** So many acts in rounds, chosen by the seed. */
export function planRounds({
  seed,
  acts,
  locations,
}: {
  seed: number;
  acts: number;
  locations: number;
}): Round[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const rounds: Round[] = [];
  for (let number = 0; number < acts;) {
    const size = Math.min(acts - number, 2 + below(MOST_AT_ONCE - 1));
    const place = below(locations);
    const field = FIELDS[below(FIELDS.length)]!;
    const first = number;
    rounds.push(
      Array.from({ length: size }, (): Act => {
        const act = number++;
        return {
          number: act,
          kind: weighted(below),
          person: below(PEOPLE_HERE),
          tab: below(TABS),
          place: below(6) === 0 ? below(locations) : place,
          fields: below(5) === 0 ? [...FIELDS] : [field],
          view: (['present', 'old', 'unsaid'] as const)[below(3)]!,
          afterMs: below(2) * below(WITHIN_MS),
          isTwice: below(4) === 0,
          pick: below(LARGE),
          value: below(6) === 0 ? first : act,
        };
      }),
    );
  }
  return rounds;
}

function weighted(below: (limit: number) => number): Kind {
  const all = KINDS.flatMap((kind) => Array<Kind>(WEIGHTS[kind]).fill(kind));
  return all[below(all.length)]!;
}

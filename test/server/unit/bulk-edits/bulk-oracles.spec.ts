import { describe, expect, it } from '@jest/globals';
import type { Call, JournalEntry } from 'gbp-simulator';
import {
  judgeBack,
  judgeGiven,
  judgeSent,
  nothingWrong,
  type SetEvidence,
} from '../../../chaos/bulk/dates-oracle.ts';
import { type EditsEvidence, judgeEdits } from '../../../chaos/bulk/edits-oracle.ts';
import { type Fields, ownSpecialHours } from '../../../chaos/bulk/special-hours.ts';
import { sentencesIn } from '../../../chaos/report.ts';

const kindsIn = (verdict: object) => [
  ...new Set(sentencesIn(verdict).map((sentence) => sentence.split(':')[0])),
];
const second = (number: number) => new Date(Date.UTC(2031, 4, 4, 9, 0, number)).toISOString();

let calls = 0;
const patch = (changes: Partial<Call> = {}): Call => ({
  number: (calls += 1),
  at: second(10),
  operation: 'locations.patch',
  method: 'PATCH',
  path: '/v1/locations/9',
  query: { updateMask: 'specialHours' },
  status: 200,
  ...changes,
});
const entry = (seq: number, changes: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  at: second(seq),
  location: '9',
  view: 'owner',
  field: 'specialHours',
  before: null,
  after: { specialHourPeriods: [] },
  author: 'api',
  ...changes,
});

describe('the judgement of two dates at many locations', () => {
  const had = { ...ownSpecialHours(), title: 'Bakehouse' };
  const periods = ownSpecialHours().specialHourPeriods;
  const [before, given, past] = periods as [object, { startDate: object }, object];
  const next = new Date(Date.now() + 31 * 86_400_000);
  const nextDay = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
  const closed = { startDate: given.startDate, closed: true };
  const open = { startDate: nextDay, endDate: nextDay, openTime: { hours: 10 }, closeTime: { hours: 14 } };
  const profile = (...own: object[]) =>
    ({ title: 'Bakehouse', specialHours: { specialHourPeriods: own } }) as unknown as Fields;
  const first = profile(...(had.specialHourPeriods as object[]));
  const isGiven = profile(before, closed, open, past);
  const evidence = (changes: Partial<SetEvidence> = {}, state = 'saved'): SetEvidence => ({
    name: 'set',
    journal: [entry(1)],
    patches: [patch()],
    said: [{ locationId: '9', state }] as SetEvidence['said'],
    expected: ['9'],
    before: new Map([['9', first]]),
    after: new Map([['9', isGiven]]),
    ...changes,
  });
  const kinds = (set: SetEvidence) => {
    const verdict = nothingWrong();
    judgeGiven(set, verdict);
    return kindsIn(verdict);
  };

  it('accepts what was given, what was not sent, and what left before a stop', () => {
    expect(kinds(evidence())).toEqual([]);
    const stopped = { stoppedAt: Date.parse(second(10)), said: [], journal: [], patches: [patch()] };
    expect(kinds(evidence(stopped))).toEqual([]);
    const nothing = { after: new Map([['9', first]]), journal: [], patches: [] };
    for (const state of ['not_sent', 'not_known']) expect(kinds(evidence(nothing, state))).toEqual([]);
  });

  it.each<[string, Partial<SetEvidence>, string]>([
    ['masks', { patches: [patch({ query: { updateMask: 'specialHours,title' } })] }, 'saved'],
    ['twice', { journal: [entry(1), entry(2, { after: null })] }, 'saved'],
    ['touched', { journal: [entry(1, { field: 'title' })] }, 'saved'],
    ['touched', { journal: [entry(1, { author: 'owner' })] }, 'saved'],
    ['touched', { after: new Map([['9', profile(closed, open, past)]]) }, 'saved'],
    ['touched', { after: new Map([['9', profile(past, closed, open, before)]]) }, 'saved'],
    ['untrue', { after: new Map([['9', first]]) }, 'saved'],
    ['untrue', {}, 'not_sent'],
    ['counted', { expected: ['9', '10'] }, 'saved'],
    [
      'counted',
      { said: [1, 2].map(() => ({ locationId: '9', state: 'saved' })) as SetEvidence['said'] },
      'saved',
    ],
    ['invented', {}, 'conflict'],
    ['open', {}, 'unconfirmed'],
    ['afterStop', { stoppedAt: Date.parse(second(8)) }, 'saved'],
  ])('finds what is %s', (kind, changes, state) => {
    expect(kinds(evidence(changes, state))).toEqual([kind]);
  });

  it('lets an undo leave alone what could not go back by its preview', () => {
    const verdict = nothingWrong();
    judgeSent(evidence({ expected: [] }, 'conflict'), verdict);
    expect(kindsIn(verdict)).toEqual([]);
  });

  it('finds what is not back in the end', () => {
    const kindsOf = (journal: JournalEntry[], last: Fields) => {
      const verdict = nothingWrong();
      judgeBack(journal, new Map([['9', first]]), new Map([['9', last]]), verdict);
      return kindsIn(verdict);
    };
    const value = { specialHourPeriods: [closed] };
    const back = [entry(1, { before: value, after: null }), entry(2, { before: null, after: value })];
    expect(kindsOf(back, first)).toEqual([]);
    expect(kindsOf(back.slice(0, 1), first)).toEqual(['notBack']);
    expect(kindsOf(back, { ...first, title: 'Bakery' })).toEqual(['notBack']);
  });
});

describe('the judgement of random edits', () => {
  const FIELD = 'websiteUri';
  const text = (value: string) => ({
    ...{ text: value, items: null, hours: null, specialHours: null, moreHours: null },
  });
  const line = (changes: object = {}) =>
    ({
      ...{ id: 'line', setId: 'set', setKind: 'bulk', locationId: '9', field: FIELD, origin: 'here' },
      ...{ state: 'public', error: null, undoes: null, before: text('old'), after: text('new'), ...changes },
    }) as EditsEvidence['log'][number];
  const seen = (value: string) =>
    line({ id: 'seen', setId: null, origin: 'elsewhere', after: text(value), before: text('new') });
  const wrote = (seq: number, before: string, after: string, changes: Partial<JournalEntry> = {}) =>
    entry(seq, { field: FIELD, before, after, ...changes });
  const owner = { author: 'owner' } as const;
  const conflict = line({ state: 'conflict', error: 'This field has changed on Google since then.' });
  const evidence = (changes: Partial<EditsEvidence>): EditsEvidence => ({
    edits: [
      {
        ...{ number: 1, id: 'set', from: 10, to: 20 },
        rows: [{ location: '9', fields: [{ field: FIELD, before: 'old', after: 'new' }] }],
      },
    ],
    journal: [wrote(15, 'old', 'new')],
    calls: [],
    log: [line()],
    ...changes,
  });
  const judged = (changes: Partial<EditsEvidence>) => judgeEdits(evidence(changes));
  const kinds = (changes: Partial<EditsEvidence>) => kindsIn(judged(changes).verdict);
  const undone = { ...evidence({}).edits[0]!, undoneTo: 30 };
  const undo = (state: string) =>
    line({ id: 'undo', setId: 'other', undoes: 'line', state, before: text('new'), after: text('old') });

  it('accepts what was sent, what others wrote after it, and conflicts that have a reason', () => {
    expect(kinds({})).toEqual([]);
    const later = [wrote(15, 'old', 'new'), wrote(17, 'new', 'third', owner)];
    expect(kinds({ journal: later, log: [line(), seen('third')] })).toEqual([]);
    // Replaced before any reading has shown it, when the set was over.
    const replaced = [wrote(15, 'old', 'new'), wrote(24, 'new', 'third', owner)];
    expect(
      kinds({ journal: replaced, log: [line({ state: 'refused', error: 'Replaced.' }), seen('third')] }),
    ).toEqual([]);
    const moved = [wrote(12, 'old', 'third', owner)];
    expect(kinds({ journal: moved, log: [conflict, seen('third')] })).toEqual([]);
    // Another field of the location has moved.
    const fields = [
      { field: FIELD, before: 'old', after: 'new' },
      { field: 'description', before: '', after: 'text' },
    ];
    const edits = [{ ...undone, undoneTo: undefined, rows: [{ location: '9', fields }] }];
    const log = [conflict, line({ ...conflict, id: 'other', field: 'description' }), seen('third')];
    expect(kinds({ edits, journal: moved, log })).toEqual([]);
  });

  it('accepts an undo, and one that leaves alone what others have written', () => {
    const back = [wrote(15, 'old', 'new'), wrote(25, 'new', 'old')];
    expect(kinds({ edits: [undone], journal: back, log: [line(), undo('public')] })).toEqual([]);
    // Nothing of the edit arrived, and the owner wrote the same before that was known.
    const same = [wrote(24, 'old', 'new', owner)];
    expect(kinds({ edits: [undone], journal: same, log: [line(), undo('conflict')] })).toEqual([]);
    const third = [wrote(15, 'old', 'new'), wrote(22, 'new', 'third', owner)];
    const log = [line(), undo('conflict'), seen('third')];
    expect(kinds({ edits: [undone], journal: third, log })).toEqual([]);
  });

  it('counts apart what was written between the last reading and the change', () => {
    const reading = patch({ operation: 'locations.get', method: 'GET', at: second(13) });
    const request = patch({ at: second(15) });
    const journal = [wrote(14, 'old', 'third', owner), wrote(15, 'third', 'new', { call: request.number })];
    const { verdict, unseen } = judged({ journal, calls: [reading, request] });
    expect([kindsIn(verdict), unseen.length]).toEqual([[], 1]);
    const early = { ...reading, at: second(15) };
    expect(kinds({ journal, calls: [early, request] })).toEqual(['overwritten']);
  });

  it.each<[string, Partial<EditsEvidence>]>([
    ['overwritten', { journal: [wrote(12, 'old', 'third', owner), wrote(15, 'third', 'new')] }],
    [
      'overwritten',
      {
        edits: [undone],
        journal: [wrote(15, 'old', 'new'), wrote(22, 'new', 'third', owner), wrote(25, 'third', 'old')],
        log: [line(), undo('public')],
      },
    ],
    ['wrong', { journal: [wrote(15, 'old', 'other')], log: [line(), seen('other')] }],
    ['wrong', { journal: [wrote(15, 'old', 'new'), wrote(15, 'old', 'new', { field: 'title' })] }],
    [
      'unnamed',
      {
        journal: [wrote(12, 'old', 'third', owner)],
        log: [line({ state: 'not_sent', error: null }), seen('third')],
      },
    ],
    ['invented', { journal: [], log: [conflict] }],
    ['untrue', { journal: [] }],
    ['untrue', { log: [conflict, seen('new')] }],
    ['hidden', { journal: [wrote(15, 'old', 'new'), wrote(17, 'new', 'third', owner)] }],
    ['missing', { journal: [], log: [] }],
    ['missing', { log: [line(), line({ id: 'again' })] }],
    ['open', { journal: [], log: [line({ state: 'unconfirmed' })] }],
  ])('finds what is %s', (kind, changes) => {
    expect(kinds(changes)).toEqual([kind]);
  });
});

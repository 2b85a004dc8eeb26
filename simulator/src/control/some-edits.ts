import type { Location } from '../model.js';
import { editedByGoogle, editedByOwner, publicFields } from '../profile/edits.js';
import { put, valueAt, type FieldPath } from '../profile/fields.js';
import type { Author, JournalEntry } from '../profile/journal.js';
import { createChance, type Chance } from '../random.js';
import type { State } from '../state.js';
import { madeUpValue, OWNED_FIELDS, SHOWN_FIELDS } from './made-up-values.js';

/**
 * Ways in which a location is edited. `google`, `public`, `owner`: a new value. `repeated`: the value that the field has
 * in one of its views. `back`: the value before one of the changes in the journal. `respelled`: the
 * same in another form, which is no change.
 */
export const EDIT_KINDS = Object.freeze([
  'google',
  'public',
  'owner',
  'repeated',
  'back',
  'respelled',
] as const);
export type EditKind = (typeof EDIT_KINDS)[number];

interface Edit {
  author: Extract<Author, 'google' | 'public' | 'owner'>;
  path: FieldPath;
  value: unknown;
}

/** Makes edits over locations, given by their ids and chosen by the seed, and answers how many of each kind it made. */
export function editSome(
  state: State,
  { ids, seed, count, kinds }: { ids: string[]; seed: number; count: number; kinds: readonly EditKind[] },
): Record<EditKind, number> {
  const chance = createChance(seed);
  const made = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, 0])) as Record<EditKind, number>;
  if (ids.length === 0) return made;
  const at = state.clock.now().getTime();
  for (let number = 0; number < count; number++) {
    const wanted = chance.pick(kinds);
    const changes =
      wanted === 'back' ? state.journal.list().filter(({ location }) => ids.includes(location)) : [];
    // Before the first change there is nothing to go back to.
    const kind = wanted === 'back' && changes.length === 0 ? 'owner' : wanted;
    const change = changes.length > 0 ? chance.pick(changes) : undefined;
    const location = state.locations.get(change?.location ?? chance.pick(ids)) as Location;
    const edit = change ? backTo(change) : editOf(kind, { location, chance, now: at });
    state.editLocation(edited(location, edit, at), { at, author: edit.author });
    made[kind] += 1;
  }
  return made;
}

function backTo({ view, field, before }: JournalEntry): Edit {
  const author = view === 'owner' || !SHOWN_FIELDS.includes(field) ? 'owner' : 'google';
  return { author, path: field, value: before ?? undefined };
}

interface Circumstances {
  location: Location;
  chance: Chance;
  now: number;
}

function editOf(kind: EditKind, { location, chance, now }: Circumstances): Edit {
  switch (kind) {
    case 'google':
    case 'public': {
      const [path, value] = madeUpValue(chance, { location, paths: SHOWN_FIELDS, now });
      return { author: kind, path, value };
    }
    case 'owner': {
      const [path, value] = madeUpValue(chance, { location, paths: OWNED_FIELDS, now });
      return { author: kind, path, value };
    }
    case 'repeated': {
      const path = chance.pick(SHOWN_FIELDS);
      return chance.below(2)
        ? { author: 'owner', path, value: valueAt(location.fields, path) }
        : { author: 'google', path, value: valueAt(publicFields(location), path) };
    }
    default: {
      const written = OWNED_FIELDS.filter(
        (each) => valueAt(location.fields, each) !== undefined && !location.differences[each],
      );
      const path = chance.pick(written);
      return { author: 'owner', path, value: respelled(valueAt(location.fields, path)) };
    }
  }
}

function edited(location: Location, { author, path, value }: Edit, at: number): Location {
  if (author !== 'owner') return editedByGoogle(location, [[path, value]], { by: author });
  const fields = { ...location.fields };
  put(fields, path, value);
  return editedByOwner(location, { fields, paths: [path], at });
}

/** The same value as another program might write it: spaces, zeros, another order of periods, decomposed letters. */
function respelled(value: unknown): unknown {
  if (typeof value === 'string') {
    if (/^\+(44|1)[\d -]+$/.test(value)) return spaced(value.replace(/[ -]/g, ''));
    // A sentence. All else stays what it is: names of values, ids, codes.
    return /[a-z] [A-Za-z]/.test(value) ? `${value.normalize('NFD')} ` : value;
  }
  if (Array.isArray(value)) {
    const items = value.map(respelled);
    return items.some((item) => isPeriod(item)) ? items.reverse() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      TIMES.includes(name) ? { ...part, seconds: 0, nanos: 0 } : respelled(part),
    ]),
  );
}

function spaced(phone: string): string {
  return `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`;
}

const TIMES = Object.freeze(['openTime', 'closeTime']);

function isPeriod(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('openDay' in item || 'startDate' in item);
}

import { allLocationsOf } from '../api/access.js';
import { isText } from '../api/location-faults.js';
import {
  VERIFICATIONS,
  type Attribute,
  type Location,
  type LocationFields,
  type Verification,
} from '../model.js';
import {
  editedByGoogle,
  editedByOwner,
  publicFields,
  withoutReapplying,
  withPendingDecided,
} from '../profile/edits.js';
import { put as putValue, valuesOf, type FieldChanges } from '../profile/fields.js';
import type { Author } from '../profile/journal.js';
import { parcelShop } from '../seed/parcel-shops.js';
import { EDIT_KINDS, editSome, type EditKind } from './some-edits.js';
import { createFinder, type WorldParts } from './finder.js';

const MOST_EDITS = 10_000;
const MOST_ADDED = 10_000;

/** The world's locations: what Google knows of them, and who changes it. */
export function locationActions(parts: WorldParts) {
  const { state } = parts;
  const { person, findLocation, change } = createFinder(parts);
  const now = () => state.clock.now().getTime();
  const put = (location: Location) => change(() => state.putLocation(structuredClone(location)));
  const edit = (edited: Location, author: Author) =>
    change(() => state.editLocation(structuredClone(edited), { at: now(), author }));

  return {
    /** All places of a person. */
    locations({ email }: { email: string }): Location[] {
      state.catchUp();
      return structuredClone(allLocationsOf(state, person(email)));
    },

    location({ location }: { location: string }): Location {
      return structuredClone(findLocation(location));
    },

    /** What the public sees of a place. */
    publicLocation({ location }: { location: string }): LocationFields {
      return structuredClone(publicFields(findLocation(location)));
    },

    /**
     * Google edits what the public sees of a place, on its own or as the public suggested; the owner's version stays.
     * With a time, Google makes the edit again so long after each edit by which the owner refused it.
     */
    editByGoogle({
      location,
      fields,
      by = 'google',
      reapplyAfterMs,
    }: {
      location: string;
      fields: FieldChanges;
      by?: 'google' | 'public';
      reapplyAfterMs?: number;
    }): void {
      if (by !== 'google' && by !== 'public') throw new Error('An edit is by google or by the public.');
      const found = findLocation(location);
      edit(editedByGoogle(found, valuesOf(fields), { by, reapplyAfterMs }), by);
    },

    /** Google shows the public other attributes, by name; null takes one away. The owner's stay. */
    editAttributesByGoogle({
      location,
      attributes,
    }: {
      location: string;
      attributes: Record<string, Attribute | null>;
    }): void {
      const found = findLocation(location);
      put({ ...found, attributesOfGoogle: { ...found.attributesOfGoogle, ...attributes } });
    },

    /** Google makes none of its edits of a place again. */
    endReapplying({ location }: { location: string }): void {
      put(withoutReapplying(findLocation(location)));
    },

    /** The owner edits a place elsewhere, and Google lets it through at once. */
    editByOwner({ location, fields: changes }: { location: string; fields: FieldChanges }): void {
      const found = findLocation(location);
      const values = valuesOf(changes);
      const fields = { ...found.fields };
      for (const [path, value] of values) putValue(fields, path, value);
      if (!isText(fields.title)) throw new Error('A place has to have a title.');
      if (!isText(fields.categories?.primaryCategory?.name))
        throw new Error('A place has to have a primary category.');
      edit(editedByOwner(found, { fields, paths: values.map(([path]) => path), at: now() }), 'owner');
    },

    /**
     * Makes so many edits over a person's places (all of them, or those given by their ids), by Google, by the public
     * and by the owner elsewhere, the same ones for the same seed in the same world. Answers how many it made of each kind.
     */
    editSome({
      email,
      seed,
      count,
      kinds = EDIT_KINDS,
      locations,
    }: {
      email: string;
      seed: number;
      count: number;
      kinds?: readonly EditKind[];
      locations?: readonly string[];
    }): Record<EditKind, number> {
      const unknown = kinds.find((kind) => !EDIT_KINDS.includes(kind));
      if (kinds.length === 0 || unknown) throw new Error(`There is no kind of edit ${String(unknown)}.`);
      if (!(count >= 0 && count <= MOST_EDITS))
        throw new Error(`Between 0 and ${MOST_EDITS} edits can be made.`);
      state.catchUp();
      const theirs = allLocationsOf(state, person(email)).map(({ id }) => id);
      const foreign = locations?.find((id) => !theirs.includes(id));
      if (foreign !== undefined) throw new Error(`${email} has no location ${foreign}.`);
      const ids = [...(locations ?? theirs)];
      return change(() => editSome(state, { ids, seed, count, kinds }));
    },

    /** Google lets the owner's pending edits through, or throws them away. */
    decidePendingEdits({ location, approve }: { location: string; approve: boolean }): void {
      const found = findLocation(location);
      edit(withPendingDecided(found, { isApproved: approve, at: now() }), 'review');
    },

    /** Whether a place that is closed for good may open again. */
    setCanReopen({ location, canReopen }: { location: string; canReopen: boolean }): void {
      const found = findLocation(location);
      put({ ...found, fields: { ...found.fields, openInfo: { ...found.fields.openInfo, canReopen } } });
    },

    /** Google says that a place is the same as another one, or no longer with null. */
    setDuplicate({ location, of }: { location: string; of: string | null }): void {
      const { duplicateOf: _, ...found } = findLocation(location);
      put({ ...found, ...(of !== null && { duplicateOf: findLocation(of).id }) });
    },

    setVerification({ location, verification }: { location: string; verification: Verification }): void {
      if (!VERIFICATIONS.includes(verification))
        throw new Error(`There is no state ${String(verification)}.`);
      put({ ...findLocation(location), verification });
    },

    /** Adds a verified place to an account. */
    addLocation({
      account,
      title,
      fields,
    }: {
      account: string;
      title: string;
      fields?: Partial<LocationFields>;
    }): Location {
      if (!state.accounts.has(account)) throw new Error(`There is no account ${account}.`);
      const location: Location = {
        id: `44${String(state.nextNumber()).padStart(17, '0')}`,
        accountIds: [account],
        fields: {
          languageCode: 'en',
          categories: { primaryCategory: { name: 'categories/gcid:cafe' } },
          openInfo: { status: 'OPEN', canReopen: true },
          ...fields,
          title,
        },
        differences: {},
        verification: 'VERIFIED',
        isRemoved: false,
      };
      put(location);
      return structuredClone(location);
    },

    /** Adds so many places of a chain to an account, each with a whole profile, and answers their ids. */
    addLocations({ account, count, seed = 1 }: { account: string; count: number; seed?: number }): string[] {
      if (!state.accounts.has(account)) throw new Error(`There is no account ${account}.`);
      if (!(count >= 0 && count <= MOST_ADDED))
        throw new Error(`Between 0 and ${MOST_ADDED} places can be added.`);
      const chain = { accountId: account, prefix: `C${seed}`, region: `Chain ${seed}` };
      return change(() =>
        Array.from({ length: count }, (_, index) => {
          const shop = parcelShop(
            chain,
            seed * 7 + index,
            `44${String(state.nextNumber()).padStart(17, '0')}`,
          );
          state.putLocation(shop);
          return shop.id;
        }),
      );
    },

    /** The place belongs to another account alone from now on. Its posts and reviews stay what they are, under new names. */
    moveLocation({ location, account }: { location: string; account: string }): void {
      if (!state.accounts.has(account)) throw new Error(`There is no account ${account}.`);
      put({ ...findLocation(location), accountIds: [account] });
    },

    /** The place is gone for everybody; its posts are kept for `restoreLocation`. */
    removeLocation({ location }: { location: string }): void {
      put({ ...findLocation(location), isRemoved: true });
    },

    restoreLocation({ location }: { location: string }): void {
      put({ ...findLocation(location), isRemoved: false });
    },
  };
}

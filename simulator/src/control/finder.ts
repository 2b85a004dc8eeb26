import type { Location, Person, Post } from '../model.js';
import type { OAuthClient } from '../oauth/clients.js';
import type { State } from '../state.js';

export interface WorldParts {
  state: State;
  origin: string;
  clients: readonly OAuthClient[];
  /** Saves what has changed. */
  settle: () => void;
}

/** How the world's actions find what they are about, and change it. Errors: a sentence that names what there is not. */
export function createFinder({ state, settle }: WorldParts) {
  return {
    person(email: string): Person {
      const found = state.people.find((person) => person.email === email);
      if (!found) throw new Error(`There is no person ${email}.`);
      return found;
    },

    /** A location by its id or title, as it is by now. */
    findLocation(name: string): Location {
      state.catchUp();
      const found =
        state.locations.get(name) ??
        [...state.locations.values()].find(({ fields }) => fields.title === name);
      if (!found) throw new Error(`There is no place ${name}.`);
      return found;
    },

    findPost(name: string): Post {
      const found = state.posts.get(name.split('/').at(-1) ?? '');
      if (!found) throw new Error(`There is no post ${name}.`);
      return found;
    },

    /** Runs an action, and saves what it has changed. */
    change<T>(action: () => T): T {
      const answer = action();
      state.touch();
      settle();
      return answer;
    },
  };
}

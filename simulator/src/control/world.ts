import type { WorldParts } from './finder.js';
import { figureActions } from './world-figures.js';
import { locationActions } from './world-locations.js';
import { peopleActions } from './world-people.js';
import { postActions } from './world-posts.js';
import { reviewActions } from './world-reviews.js';

/**
 * What Google knows, for tests to look at and to change. Places go by their id or title, posts and reviews by their
 * id or name, people by their e-mail address. Everything taken and answered is plain JSON, as under `/__simulator/world/`.
 * Errors: a sentence that names what there is not.
 */
export function createWorld(parts: WorldParts) {
  return {
    ...peopleActions(parts),
    ...locationActions(parts),
    ...figureActions(parts),
    ...postActions(parts),
    ...reviewActions(parts),
  };
}

export type World = ReturnType<typeof createWorld>;

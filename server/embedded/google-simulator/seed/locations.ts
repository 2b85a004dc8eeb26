import { frozen } from '../../../config/frozen.js';
import type { Location } from '../model.js';
import { placesOfCasimir } from './casimir.js';
import { placesOfIdris } from './idris.js';
import { placesOfOttoline } from './ottoline.js';
import { placesOfTamsin } from './tamsin.js';

/** All places, as they are before anybody changes anything. They are made once: whoever edits one puts a copy. */
export const SEED_LOCATIONS: readonly Location[] = frozen([
  ...placesOfTamsin(),
  ...placesOfIdris(),
  ...placesOfCasimir(),
  ...placesOfOttoline(),
]);

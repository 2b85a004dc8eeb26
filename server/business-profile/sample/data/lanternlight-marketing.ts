import { frozen } from '../../../config/frozen.js';
import type { SampleAccount } from '../sample-account.js';

/** A group that has just been set up: no locations yet. */
export const LANTERNLIGHT_MARKETING: SampleAccount = frozen({
  id: 'sample-lanternlight-marketing',
  name: 'Lanternlight Local Marketing',
  type: 'USER_GROUP',
  state: 'UNVERIFIED',
  locations: [],
});

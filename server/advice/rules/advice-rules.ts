import { addressPoBox, areaInconsistent } from './addresses.js';
import { categoryDiffers, categoryUnspecific } from './categories.js';
import { descriptionForbidden, descriptionMissing } from './descriptions.js';
import {
  duplicate,
  googleEditOpen,
  lockOverruled,
  ownEditStuck,
  storeCodeMissing,
  suspended,
  voiceMissing,
} from './google-state.js';
import { hoursMissing, hoursOdd } from './hours.js';
import { nameCaps, nameDiffers, nameExtras, namePlace } from './names.js';
import { phoneMissing, phoneRegion, phoneShared } from './phones.js';
import type { AdviceRule } from './rule.js';
import { closedButBusy, holidayUnset, specialTooLong } from './special-hours.js';
import { websiteElsewhere, websiteMissing, websiteShared } from './websites.js';

/** All rules, in the order of `docs/advice.md`. */
export const ADVICE_RULES: readonly AdviceRule[] = Object.freeze([
  voiceMissing,
  suspended,
  duplicate,
  googleEditOpen,
  ownEditStuck,
  nameExtras,
  namePlace,
  nameCaps,
  nameDiffers,
  addressPoBox,
  areaInconsistent,
  phoneMissing,
  phoneShared,
  phoneRegion,
  websiteMissing,
  websiteElsewhere,
  websiteShared,
  categoryUnspecific,
  categoryDiffers,
  hoursMissing,
  hoursOdd,
  holidayUnset,
  specialTooLong,
  descriptionMissing,
  descriptionForbidden,
  lockOverruled,
  closedButBusy,
  storeCodeMissing,
]);

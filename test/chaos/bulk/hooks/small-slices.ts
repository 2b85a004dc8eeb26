// Loaded into server processes before their program: a set is planned and ended in slices of ten locations, so that the
// edges of slices are struck also where a run has few locations.
import { replace } from '../../hooks/replace.ts';

replace('/business-profile/changes/planned-changes.js', 'SLICE = 250', 'SLICE = 10');

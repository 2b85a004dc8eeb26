// Loaded into server processes before their program: the posts of a campaign are made in slices of 20, so that kills strike
// between many.
import { replace } from '../../hooks/replace.ts';

replace('/campaigns/work/campaign-locks.js', 'SLICE = 250', 'SLICE = 20');

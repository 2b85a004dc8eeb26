// The product whose intent to send does not ask whether its set was stopped.
import { replace } from '../../hooks/replace.ts';

const QUESTION = 'await requireWanted(tx, claim.set);';
replace('/business-profile/changes/change-ledger.js', QUESTION, '');

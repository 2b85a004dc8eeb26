// The product without asking again whether an edit of Google is open, when it is the turn of its answer.
import { replace } from '../../hooks/replace.ts';

const PLAN = 'const plan = async ({ google }) => {';
replace('/changes/google-edits.service.js', PLAN, `${PLAN} return [planned(shown, decision)];`);

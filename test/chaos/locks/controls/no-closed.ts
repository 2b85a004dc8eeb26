// The product without the question: a lock also puts back that a location is closed.
import { replace } from '../../hooks/replace.ts';

const CLOSED = 'function isClosed({ field, publicValue }) {';
replace('/locks/lock-step.js', CLOSED, `${CLOSED} return false;`);

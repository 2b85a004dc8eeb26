// The product whose replies do not say which reply of another tab they have seen.
import { replace } from '../../hooks/replace.ts';

const IS_OTHER = 'if (seen.version !== undefined && seen.version !== String(last?.version ?? 0))';
replace('/reviews/replies/review-basis.js', IS_OTHER, 'if (false)');

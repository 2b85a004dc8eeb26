// The product that sends a reply whatever has become of its review.
import { replace } from '../../hooks/replace.ts';

const IS_CHANGED = 'return version !== undefined && content !== contentPart(review);';
replace('/reviews/replies/review-basis.js', IS_CHANGED, 'return false;');

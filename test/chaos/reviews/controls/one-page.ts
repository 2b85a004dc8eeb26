// The product that takes the first page of a list for the whole list.
import { replace } from '../../hooks/replace.ts';

const SEEN = 'await this.store.store(owner, locationId, reviews, start, figures);';
replace('/reviews/review-reader.js', SEEN, `${SEEN} pages = 1; break;`);

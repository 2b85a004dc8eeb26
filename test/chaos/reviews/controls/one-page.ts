// The product that takes the first page of a list for the whole list.
import { replace } from '../../hooks/replace.ts';

const SEEN = 'unreadable += await this.storePage(owner, locationId, page, start, ratingOf(page));';
replace('/reviews/reading/review-reader.js', SEEN, `${SEEN} pages = 1; break;`);

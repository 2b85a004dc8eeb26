// The product without asking for what a list of several pages lacked: it takes it for gone.
import { replace } from '../../hooks/replace.ts';

const READER = '/reviews/reading/review-reader.js';
replace(READER, 'pages > 1 ? absent.slice(0, MOST_ASKED) : []', '[]');
replace(READER, '(pages > 1 ? asked : absent)', 'absent');

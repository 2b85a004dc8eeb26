// The product without waiting: an edit whose outcome is unknown is sent again at once.
import { replace } from '../../hooks/replace.ts';

const WATCH = '/business-profile/google/change-watch.js';
replace(WATCH, 'const maySend = settlesInMs <= 0 && isWatched &&', 'const maySend =');

// The product without waiting: an edit whose outcome is unknown is sent again at once.
import { replace } from '../../hooks/replace.ts';

const SENDER = '/business-profile/google/change-sender.js';
replace(SENDER, 'const maySend = settlesInMs <= 0 && isWatched &&', 'const maySend =');

// The product that takes any post with the same words for the one that was sent, whenever and by whomever it was made.
import { replace } from '../../hooks/replace.ts';

const FIND = '/posts/find-sent.js';
replace(FIND, 'return !isBefore(createTime, sent) && !isAfter(createTime, sent, settleMs);', 'return true;');
replace(FIND, 'isAlone: candidates.length === 1', 'isAlone: true');

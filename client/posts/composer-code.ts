import { codeOf } from '../ui/load-code';

/** The dialog in which a post is written: what checks, shows and sends it is a good part of the client. */
export const composerCode = codeOf(() => import('./open-composer').then((module) => module.OpenComposer));

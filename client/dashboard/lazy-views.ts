import { codeOf } from '../ui/load-code';
import { lazyView } from '../ui/lazy-view';
import { VIEW_CODE } from './view-code';

export const AccountsView = lazyView(VIEW_CODE.accounts);
export const LocationsView = lazyView(VIEW_CODE.locations);
export const LocationDetailsView = lazyView(VIEW_CODE.details);
export const ScheduledPostsView = lazyView(VIEW_CODE.calendar);
export const SetupView = lazyView(VIEW_CODE.setup);
export const ComingSoonView = lazyView(VIEW_CODE.coming);

/** Few people ever see it: it is not among the code that is fetched ahead. */
export const HeldConnectionPage = lazyView(
  codeOf(() => import('./held-connection-page').then((module) => module.HeldConnectionPage)),
);

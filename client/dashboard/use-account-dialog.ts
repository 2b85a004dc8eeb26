import { useOnDemand } from '../ui/use-on-demand';

const load = () => import('./account-dialog').then((module) => module.AccountDialog);

/** What a person can do about their account: a dialog that few open, whose code is fetched when they do. */
export const useAccountDialog = () =>
  useOnDemand(load, 'Your account could not be loaded. Please try again.');

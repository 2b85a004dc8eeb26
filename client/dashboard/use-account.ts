import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';

/** What stands in the account, asked for anew each time that it is shown: other browsers sign in and out as well. */
export function useAccount() {
  return useSWR<Schemas['AccountFiguresDto'], unknown>(
    ['account'],
    () => answer(api.GET('/api/account'), { quiet: true }),
    { dedupingInterval: 0 },
  );
}

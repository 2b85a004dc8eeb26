import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';

/** The account's figures. They are read each time the settings open, since sessions in other browsers change them. */
export function useAccount() {
  return useSWR<Schemas['AccountCountsDto'], unknown>(
    ['account'],
    () => answer(api.GET('/api/account'), { quiet: true }),
    // Two sections of the settings ask for them at once.
    { dedupingInterval: 200 },
  );
}

import useSWR from 'swr';
import { answer, api } from '../api/client';
import { accountsKey } from './listing-keys';

/** All business accounts of the user, the personal one first. */
export function useAccounts() {
  return useSWR(accountsKey(), async () => (await answer(api.GET('/api/accounts'))).items);
}

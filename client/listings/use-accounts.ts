import useSWR from 'swr';
import { answer, api } from '../api/client';

const accountsKey = () => ['accounts'] as const;

/** All business accounts of the user, the personal one first. */
export function useAccounts() {
  return useSWR(accountsKey(), async () => (await answer(api.GET('/api/accounts'))).items);
}

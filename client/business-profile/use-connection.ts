import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';

export const connectionKey = () => ['connection'] as const;

/** Whether a Business Profile is connected, and whose data the person sees. */
export function useConnection() {
  const { data, error } = useSWR<Schemas['ConnectionStatusDto'], unknown>(connectionKey(), () =>
    answer(api.GET('/api/auth/gbp-status')),
  );
  return {
    connection: data,
    /** Neither an answer nor a failure yet. */
    isChecking: data === undefined && error === undefined,
  };
}

/** The address of Google's consent page, where connecting begins. A failure is thrown without a toast. @throws ApiError */
export async function beginConnection(): Promise<string> {
  const { url } = await answer(api.POST('/api/auth/gbp-connect'), { quiet: true });
  return url;
}

/** Hands the server what Google sent to the callback. A failure is thrown without a toast. @throws ApiError */
export function finishConnection(
  code: string,
  state: string | undefined,
): Promise<Schemas['SetupAnswerDto']> {
  return answer(api.POST('/api/auth/setup', { body: { code, state } }), { quiet: true });
}

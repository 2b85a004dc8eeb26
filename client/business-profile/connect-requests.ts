import { answer, api, type Schemas } from '../api/client';
import { tellOtherTabs } from './connection-channel';

/** The address of Google's consent page, where connecting begins. A failure is thrown without a toast. @throws ApiError */
export async function beginConnection(): Promise<string> {
  const { url } = await answer(api.POST('/api/auth/gbp-connect'), { quiet: true });
  return url;
}

/** Hands the server what Google sent to the callback. A failure is thrown without a toast. @throws ApiError */
export async function finishConnection(
  code: string,
  state: string | undefined,
): Promise<Schemas['SetupAnswerDto']> {
  const finished = await answer(api.POST('/api/auth/setup', { body: { code, state } }), { quiet: true });
  if (finished.success) tellOtherTabs();
  return finished;
}

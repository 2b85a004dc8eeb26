import { ApiError } from '../api/api-error';
import { answer, api } from '../api/client';
import { notify } from '../ui/notify';

/** Confirms the address of the email channel by the token of a link, and says what came of it. */
export async function proveAddress(token: string): Promise<void> {
  try {
    await answer(api.POST('/api/channel-proofs', { body: { token } }), { quiet: true });
    notify.success('The address is confirmed. Notices are sent to it from now on.');
  } catch (error) {
    notify.error(
      (error instanceof ApiError && error.fields['token']) ||
        'The address couldn’t be confirmed. Please open the link again.',
    );
  }
}

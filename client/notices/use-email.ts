import { useState } from 'react';
import { useSession } from '../auth/session';
import { authFault } from '../auth/use-text-form';
import { type NoticeKind, type NoticeSettings, useNoticeActions } from './use-notice-settings';
import { useMainSwitch } from './use-notices';

/** What of notices goes out by email: the channel under the profile’s main switch, as one setting. */
export function useEmail(settings: NoticeSettings) {
  const session = useSession();
  const main = useMainSwitch('emailUpdates');
  const { addEmail, sendProof, updateChannel } = useNoticeActions();
  const [fault, setFault] = useState<string>();
  const channel = settings.channels.find(({ kind }) => kind === 'email');
  const isOn = settings.canMail && main.isOn && channel?.isOn === true;
  const byGoogle = session.status === 'signed-in' && session.user.signInMethod === 'google';

  const add = async (kinds?: NoticeKind[]): Promise<void> => {
    setFault(undefined);
    try {
      const added = await addEmail(kinds);
      // Google has confirmed the address of its account.
      if (byGoogle && !added.isProven) await sendProof(added.id);
    } catch (error) {
      setFault(authFault(error));
    }
  };
  const switchOn = async (kinds?: NoticeKind[]): Promise<void> => {
    if (!main.isOn && !(await main.change(true))) return;
    if (channel) await updateChannel(channel.id, { isOn: true, ...(kinds && { kinds }) });
    else await add(kinds);
  };
  const switchOff = async (): Promise<void> => {
    if ((await main.change(false)) && channel) await updateChannel(channel.id, { isOn: false });
  };
  return {
    /** The channel while email is on. */
    channel: isOn ? channel : undefined,
    isOn,
    isSaving: main.isSaving,
    /** The kinds that are sent: none while it is off. */
    kinds: isOn ? channel.kinds : NONE,
    /** Why the server refused to switch it on. The words say what to do. */
    fault,
    switchOn,
    switchOff,
    /** Sends these kinds and no others. The first one switches email on, and the last one off. */
    choose(kinds: NoticeKind[]): Promise<unknown> {
      if (kinds.length === 0) return switchOff();
      return isOn ? updateChannel(channel.id, { kinds }) : switchOn(kinds);
    },
  };
}

const NONE: readonly NoticeKind[] = Object.freeze([]);

import { useEffect, useEffectEvent } from 'react';
import { answer, api, requestSession } from '../api/client';
import { useSession } from '../auth/session';
import { browserLanguage } from '../lib/language';
import { viewerTimeZone } from '../lib/wall-time';

/**
 * Keeps this browser's zone and first language for a person who has none, once with each load: where they are and how dates
 * are written for them. Nothing is shown where that fails; until it is done pages take this browser's anyway.
 */
export function useFirstBrowser(): void {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const keep = useEffectEvent(async () => {
    const body = {
      ...(user?.timeZone === null && { timeZone: viewerTimeZone() }),
      ...(user?.language === null && { language: browserLanguage() }),
    };
    const sessionBefore = requestSession();
    const kept = await answer(api.PATCH('/api/auth/profile', { body }), { quiet: true }).catch(
      () => undefined,
    );
    if (kept && sessionBefore === requestSession()) session.showProfile(kept);
  });
  const isNew = user?.timeZone === null || user?.language === null;
  useEffect(() => {
    if (isNew) void keep();
  }, [isNew]);
}

import { useState } from 'react';
import { announce } from '../basics/screen-reader';

/** The message for saving an unchanged form. */
export const NOTHING_TO_SAVE = 'Nothing has changed, so there’s nothing to save.';

/** Whether a form was sent unchanged and not edited since. The form then says so beside its button. */
export function useNothingToSave() {
  const [isShown, setIsShown] = useState(false);
  return {
    isShown,
    /** For sending it unchanged. */
    say(): void {
      setIsShown(true);
      announce(NOTHING_TO_SAVE);
    },
    /** For each edit. */
    forget: () => setIsShown(false),
  };
}

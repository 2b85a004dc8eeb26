import { useState } from 'react';

/** Logging out, by what `end` does, which asks first where unsaved changes would be lost, as every other way out does. */
export function useLogOut(end: () => Promise<void>) {
  const [step, setStep] = useState<'asking' | 'leaving'>();

  const leave = (): void => {
    setStep('leaving');
    void end().finally(() => setStep(undefined));
  };

  return {
    step,
    begin: () => (hasUnsavedChanges() ? setStep('asking') : leave()),
    confirm: leave,
    stay: () => setStep(undefined),
  };
}

export type LogOut = ReturnType<typeof useLogOut>;

/** Whoever has something to lose objects to `beforeunload`, so the same question finds them without closing the tab. */
function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

import { useEffect } from 'react';

/** Makes the browser ask before the page is left with unsaved changes; logging out asks too. */
export function useUnloadQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}

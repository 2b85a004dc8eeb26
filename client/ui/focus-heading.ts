/** Focuses the h1, as soon as there is one, unless the person has moved on meanwhile. Returns what stops waiting. */
export function focusHeading(): () => void {
  const { activeElement } = document;
  const observer = new MutationObserver(tryNow);
  const stop = (): void => observer.disconnect();

  function tryNow(): void {
    const movedOn = document.activeElement !== activeElement && document.activeElement !== document.body;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!movedOn && !heading) return;
    stop();
    if (!movedOn) heading?.focus();
  }

  observer.observe(document.body, { childList: true, subtree: true });
  tryNow();
  return stop;
}

/**
 * Does work ahead of its time as soon as the browser has nothing else to do; not for people who save data, and not where
 * that cannot be known: Safari has no idle callbacks, and only Chromium says who saves data.
 * @returns what takes it back
 */
export function whenIdle(work: () => void): () => void {
  if (!window.requestIdleCallback || isSavingData()) return () => undefined;
  const callback = requestIdleCallback(work);
  return () => cancelIdleCallback(callback);
}

function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

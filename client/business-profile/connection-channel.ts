/** Joins the tabs of this browser; a message tells that the connection was made or given up. */
const CHANNEL = 'shingle.connection';

/** Tells the other tabs that the connection has changed. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back when another tab has changed the connection. Returns what stops listening. */
export function onOtherTab(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = callback;
  return () => channel.close();
}

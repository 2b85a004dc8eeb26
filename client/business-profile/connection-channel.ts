/** The broadcast channel of this browser's tabs; a message means that the connection was made or ended. */
const CHANNEL = 'shingle.connection';

/** Notifies the other tabs that the connection has changed. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back when another tab has changed the connection. Returns the function that stops listening. */
export function onOtherTab(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = callback;
  return () => channel.close();
}

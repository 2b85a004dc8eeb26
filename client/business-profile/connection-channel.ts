/** The broadcast channel of this browser's tabs that show a workspace; a message means that its connection was made or ended. */
const channelOf = (workspaceId: string) => new BroadcastChannel(`shingle.connection.${workspaceId}`);

/** Notifies the other tabs that a workspace's connection has changed. */
export function notifyOtherTabs(workspaceId: string): void {
  const channel = channelOf(workspaceId);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back when another tab has changed the workspace's connection. Returns the function that stops listening. */
export function onOtherTab(workspaceId: string, callback: () => void): () => void {
  const channel = channelOf(workspaceId);
  channel.onmessage = callback;
  return () => channel.close();
}

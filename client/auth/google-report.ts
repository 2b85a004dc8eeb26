/** How the popup of a sign-in with Google ended; it carries no secret, and is a reason to ask the server, no proof. */
export interface GoogleReport {
  /** The id that the opener gave this attempt. */
  attempt: string;
  /** `signed-in`, or a code of the specification's catalogue (section 8). */
  result: string;
}

export const SIGNED_IN = 'signed-in';

/** Joins the popup to its opener even where Google's pages have cut the tie between the two windows. */
export const GOOGLE_CHANNEL = 'shingle.google-sign-in';

/** Tells the page that opened this window how it went, both ways: either may be cut off. */
export function sendReport(report: GoogleReport): void {
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  channel.postMessage(report);
  channel.close();
  (window.opener as Window | null)?.postMessage(report, window.location.origin);
}

/**
 * Calls back with each report of this attempt that comes over the channel, or as a message of the popup itself. Returns
 * what stops listening.
 */
export function onReport(attempt: string, popup: Window, callback: (result: string) => void): () => void {
  const hear = (data: unknown): void => {
    if (isReport(data) && data.attempt === attempt) callback(data.result);
  };
  const hearWindow = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin === window.location.origin && source === popup) hear(data);
  };
  // Only pages of our own origin can speak here.
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
  window.addEventListener('message', hearWindow);
  return () => {
    channel.close();
    window.removeEventListener('message', hearWindow);
  };
}

function isReport(data: unknown): data is GoogleReport {
  return (
    typeof data === 'object' &&
    data !== null &&
    'attempt' in data &&
    'result' in data &&
    typeof data.result === 'string'
  );
}

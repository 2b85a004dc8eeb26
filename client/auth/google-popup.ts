const POLL_MS = 500;
/** A popup closes itself when it reports, so the report may arrive just after the window is seen to be closed. */
const POLLS_UNTIL_CLOSED = 2;
/** As long as the server remembers an attempt. */
const LISTEN_MS = 10 * 60_000;
const FEATURES = 'popup,width=500,height=640';

interface GooglePopup {
  /** Closes the window, if it can still be reached, and ignores its report. */
  abandon: () => void;
}

interface GooglePopupEvents {
  /** How it ended, once: `signed-in` or a code of the catalogue. */
  onResult: (result: string) => void;
  /**
   * The window looks closed. It may still be open: Google's pages can cut the link between the windows. A result may
   * come for 10 more minutes.
   */
  onClosed: () => void;
}

/** Opens the window of a sign-in with Google; undefined if the browser blocks it. Call it directly in a click handler. */
export function openGooglePopup({ onResult, onClosed }: GooglePopupEvents): GooglePopup | undefined {
  const attempt = crypto.randomUUID();
  const popup = window.open(`/api/auth/google?attempt=${attempt}`, '_blank', FEATURES);
  if (!popup) return undefined;

  const stopHearing = onReport(attempt, popup, (result) => {
    stop();
    onResult(result);
  });
  let pollsClosed = 0;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    if (!popup.closed || ++pollsClosed < POLLS_UNTIL_CLOSED) return;
    clearInterval(poll);
    deadline = setTimeout(stopHearing, LISTEN_MS);
    onClosed();
  }, POLL_MS);
  const stop = (): void => {
    clearInterval(poll);
    clearTimeout(deadline);
    stopHearing();
  };
  return {
    abandon() {
      stop();
      popup.close();
    },
  };
}

/** How the popup of a sign-in with Google ended. It holds no secret and proves nothing; the server is asked next. */
interface GoogleReport {
  /** The id that the opener gave this attempt. */
  attempt: string;
  /** `signed-in`, or a code of the specification's catalogue (section 8). */
  result: string;
}

export const SIGNED_IN = 'signed-in';

/** Connects the popup with its opener, even if Google's pages have cut the link between the two windows. */
const GOOGLE_CHANNEL = 'shingle.google-sign-in';

/** Sends the result to the page that opened this window, in two ways, since either may be cut off. */
export function sendReport(report: GoogleReport): void {
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  channel.postMessage(report);
  channel.close();
  (window.opener as Window | null)?.postMessage(report, window.location.origin);
}

/**
 * Calls back with each report of this attempt that comes over the channel or as a message from the popup. Returns the
 * function that stops listening.
 */
function onReport(attempt: string, popup: Window, callback: (result: string) => void): () => void {
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

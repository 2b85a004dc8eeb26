import { onReport } from './google-report';

const POLL_MS = 500;
/** A popup that reports closes itself at once: its report may come a moment after it is seen closed. */
const POLLS_UNTIL_CLOSED = 2;
/** As long as the server remembers an attempt. */
const LISTEN_MS = 10 * 60_000;
const FEATURES = 'popup,width=500,height=640';

interface GooglePopup {
  /** Closes the window, if it can still be reached, and hears no more of it. */
  abandon: () => void;
}

interface GooglePopupEvents {
  /** How it ended, once: `signed-in` or a code of the catalogue. */
  onResult: (result: string) => void;
  /**
   * The window looks closed. It may not be: Google's pages can cut the tie while the person is still typing, so a
   * result may come for 10 more minutes.
   */
  onClosed: () => void;
}

/** Opens the window of a sign-in with Google; undefined when the browser blocks it. Call it in a click, at once. */
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

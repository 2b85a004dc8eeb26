import { useEffect } from 'react';

/** ms that a new question waits for the answer to the one before. */
const PATIENCE = 250;

interface Question {
  /** What the server is asked for. */
  asked: string;
  /** What is typed by now. */
  wanted: string;
  /** Whether the answer is still on its way. */
  isWaiting: boolean;
}

/**
 * Has a search keep up with the typing: what is typed is asked for at once, but while an answer is on its way it waits
 * for that, 250 ms at most. So a quick server answers each letter, and a slow one is asked no more than it can tell.
 * @param ask sets `asked`
 */
export function useKeepingUp({ asked, wanted, isWaiting }: Question, ask: (text: string) => void): void {
  // While drawing: the question that is overtaken is not drawn, and not asked.
  if (asked !== wanted && !isWaiting) ask(wanted);
  useEffect(() => {
    if (asked === wanted) return;
    const timer = setTimeout(() => ask(wanted), PATIENCE);
    return () => clearTimeout(timer);
  }, [asked, wanted, ask]);
}

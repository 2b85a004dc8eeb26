import { useEffect, useState, type ReactNode } from 'react';
import styles from './screen-reader.module.css';

/** Content for screen readers only. */
export function VisuallyHidden({ as: Tag = 'span', children }: { as?: 'span' | 'div'; children: ReactNode }) {
  return <Tag className={styles.hidden}>{children}</Tag>;
}

type Politeness = 'polite' | 'assertive';

interface Message {
  id: number;
  text: string;
  politeness: Politeness;
}

interface Regions {
  add: (message: Message) => void;
  remove: (id: number) => void;
}

/** The mounted announcers. The last one is inside the topmost dialog; the others are inert. */
const mounted: Regions[] = [];
let lastId = 0;

/** ms to wait, so that a dialog that is closing or opening has finished. */
const SETTLE = 100;
/** ms after which the message is removed, so that users who read through the page do not find it. */
const KEEP = 10_000;

/** Makes a screen reader say the message: `polite` after its current sentence, `assertive` at once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const message = { id: ++lastId, text, politeness };
  setTimeout(() => {
    const regions = mounted.at(-1);
    regions?.add(message);
    setTimeout(() => regions?.remove(message.id), KEEP);
  }, SETTLE);
}

/**
 * The live regions that `announce` writes to. One is at the root of the page from the start, since screen readers ignore
 * a region that appears together with its message. Every dialog of the kit has its own.
 */
export function Announcer() {
  const [messages, setMessages] = useState<Message[]>([]);

  useEffect(() => {
    const regions: Regions = {
      add: (message) => setMessages((all) => [...all, message]),
      remove: (id) => setMessages((all) => all.filter((message) => message.id !== id)),
    };
    mounted.push(regions);
    return () => {
      mounted.splice(mounted.indexOf(regions), 1);
    };
  }, []);

  const texts = (politeness: Politeness) =>
    messages
      .filter((message) => message.politeness === politeness)
      .map((message) => <p key={message.id}>{message.text}</p>);

  return (
    <VisuallyHidden as="div">
      <div role="status" aria-atomic="false">
        {texts('polite')}
      </div>
      <div role="alert" aria-atomic="false">
        {texts('assertive')}
      </div>
    </VisuallyHidden>
  );
}

/** Focuses the page's h1 as soon as there is one, unless the focus has moved. Returns the function that stops waiting. */
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

import { useEffect, useState } from 'react';
import { VisuallyHidden } from './visually-hidden';

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

/** The mounted announcers; the last one is the one inside the topmost dialog, the only one that is not inert. */
const mounted: Regions[] = [];
let lastId = 0;

/** ms; long enough for a dialog that closes in the same moment to be gone, and for its successor to be there. */
const SETTLE = 100;
/** ms; afterwards nobody reading through the page should come across the message any more. */
const KEEP = 10_000;

/** Has a screen reader say the message: politely after what it is saying, or assertively at once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const message = { id: ++lastId, text, politeness };
  setTimeout(() => {
    const regions = mounted.at(-1);
    regions?.add(message);
    setTimeout(() => regions?.remove(message.id), KEEP);
  }, SETTLE);
}

/**
 * The live regions that `announce` writes to. One stands at the root of the page from the start, since screen readers
 * stay silent about a region that arrives together with its message; every dialog of the kit brings its own.
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

import { redirectDocument } from 'react-router-dom';

/** Where its demo is offered, the server delivers the home page that has this mark (client/vite.pages.ts). */
const MARK = 'meta[name="demo"][content="offered"]';

/** Whether the page that the server delivered says that there is a demo. */
export function isDemoOffered(): boolean {
  return document.querySelector(MARK) !== null;
}

/**
 * Has the server deliver the home page, to somebody who comes to it from another page of theirs. The server alone knows
 * whether there is a demo, so nothing of the page can change once it is there.
 */
export function deliverHomePage(): Response | null {
  // Before the address has changed: the first page of a tab, and one that is gone back to, have theirs already.
  const isDelivered = window.location.pathname === '/' || isDemoOffered();
  return isDelivered ? null : redirectDocument('/');
}

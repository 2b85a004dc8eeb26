import { VisuallyHidden } from './visually-hidden';

/** Stands where a figure would, while there is none. */
export function NotAvailable() {
  return (
    <>
      <span aria-hidden="true">--</span>
      <VisuallyHidden>not available yet</VisuallyHidden>
    </>
  );
}

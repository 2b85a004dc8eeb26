import { useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react';
import { addModalLayer, isTopModalLayer } from './modal-layers';

interface ModalOptions {
  /** Somebody wants the dialog gone (Esc, the back gesture, the overlay). Closing is up to the caller. */
  onDismiss: () => void;
  /** Whether a click on the overlay dismisses. */
  overlayDismisses: boolean;
  /** The selector of what gets the focus, if there is one; the first field unless given. */
  focusOn?: string;
}

/** Where typing starts. Of radio buttons only the checked one takes focus. */
const FIRST_FIELD = ':is(input, select, textarea):not(:disabled):not([type="radio"]:not(:checked))';

/**
 * Shows the `<dialog>` that gets the returned ref as a modal for as long as it is mounted. Focus moves to the first
 * field unless told otherwise, else to the first button; the platform makes the page inert and gives focus back to the
 * opener. A dismissal is reported, never carried out by the browser.
 */
export function useModal({ onDismiss, overlayDismisses, focusOn = FIRST_FIELD }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [timesClosed, reopen] = useReducer((count: number) => count + 1, 0);
  const dismiss = useEffectEvent(onDismiss);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>(focusOn)?.focus();
    const removeLayer = addModalLayer(element);
    return () => {
      removeLayer();
      element.close();
    };
  }, [timesClosed, focusOn]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    let pressedOverlay = false;

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isTopModalLayer(element)) return;
      event.preventDefault();
      dismiss();
    };
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      dismiss();
    };
    // Browsers let a second back gesture close without asking; the caller still decides.
    const onClose = (event: Event) => {
      if (event.target !== element || element.open) return;
      dismiss();
      reopen();
    };
    // A text selection that only ends on the overlay is no click on it.
    const onMouseDown = (event: Event) => {
      pressedOverlay = event.target === element;
    };
    const onClick = (event: Event) => {
      if (overlayDismisses && pressedOverlay && event.target === element) dismiss();
    };

    // On the document, where React's own handlers have run: a search box may have used the key already.
    document.addEventListener('keydown', onKeyDown);
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onClose);
    element.addEventListener('mousedown', onMouseDown);
    element.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onClose);
      element.removeEventListener('mousedown', onMouseDown);
      element.removeEventListener('click', onClick);
    };
  }, [overlayDismisses]);

  return dialog;
}

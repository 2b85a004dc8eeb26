import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Closes what is open in a box without a backdrop: Esc, a click elsewhere and moving the focus away do.
 * @param box holds the opener too
 * @param onClose `byKey`: by Esc, so that the focus has to go back to the opener
 */
export function useClosing(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: (byKey: boolean) => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = box.current;
    if (!isOpen || element === null) return;
    // No target: the browser gives the focus to nothing while a button is pressed.
    const closeOutside = (target: EventTarget | null) => {
      if (target && !element.contains(target as Node)) close(false);
    };
    const onPointerDown = ({ target }: PointerEvent) => closeOutside(target);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => closeOutside(relatedTarget);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around the box stays open.
      event.preventDefault();
      close(true);
    };
    document.addEventListener('pointerdown', onPointerDown);
    element.addEventListener('focusout', onFocusOut);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      element.removeEventListener('focusout', onFocusOut);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [box, isOpen]);
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CircleCheck, Info, LoaderCircle, OctagonX, X } from 'lucide-react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import { IconButton } from '../basics/button';
import { useTopModalLayer } from '../layers/modal-layers';
import styles from './toaster.module.css';

/** ms on screen. */
const DURATIONS = {
  duration: 4000,
  success: { duration: 3000 },
  error: { duration: 5000 },
  loading: { duration: Infinity },
};

const LOOKS = {
  success: { icon: CircleCheck, className: styles.success },
  error: { icon: OctagonX, className: styles.error },
  loading: { icon: LoaderCircle, className: styles.loading },
  blank: { icon: Info, className: styles.info },
  custom: { icon: Info, className: styles.info },
};

/** Shows the messages of `notify` at the top right, also above an open dialog. Used once, at the root of the page. */
export function Toaster() {
  const { toasts, handlers } = useToaster(DURATIONS);
  const modal = useTopModalLayer();
  const shown = toasts.filter((each) => each.visible);
  const list = useClearOfFocus(shown.length, modal);
  const isPaused = useRef(false);
  const pause = () => {
    if (isPaused.current) return;
    isPaused.current = true;
    handlers.startPause();
  };
  const resume = () => {
    isPaused.current = false;
    handlers.endPause();
  };
  const resumeAfterMoving = useEffectEvent(resume);

  // When the list moves into or out of a dialog, the pointer that paused it gets no leave event.
  useEffect(() => () => resumeAfterMoving(), [modal]);

  return createPortal(
    <section aria-label="Notifications">
      <ol
        ref={list}
        aria-label="Messages"
        className={styles.list}
        // Not onMouseEnter: a message that comes up under a resting pointer would stay, and cover what is below it.
        onMouseMove={pause}
        onMouseLeave={resume}
        onFocus={pause}
        onBlur={resume}
      >
        {shown.map((each) => (
          <ToastItem
            key={each.id}
            toast={each}
            onDismiss={() => {
              toast.dismiss(each.id);
              // The list gets no leave or blur event when the focused or hovered button is removed.
              resume();
            }}
          />
        ))}
      </ol>
    </section>,
    modal ?? document.body,
  );
}

const CONTROLS = 'a, button, input, select, textarea, summary, [tabindex="0"]';
/** px between the messages and what they must not cover. */
const GAP = 8;

/** Moves the list of so many messages below the focused control, or above it, where they would overlap. */
function useClearOfFocus(count: number, modal: HTMLElement | undefined) {
  const list = useRef<HTMLOListElement>(null);

  useLayoutEffect(() => {
    const messages = list.current;
    if (!messages || count === 0) return;

    const place = () => {
      messages.style.translate = '';
      const control = document.activeElement;
      if (!control?.matches(CONTROLS) || messages.contains(control)) return;
      const [own, other] = [messages.getBoundingClientRect(), control.getBoundingClientRect()];
      const beside = own.left >= other.right || own.bottom <= other.top || own.top >= other.bottom;
      if (beside) return;
      const below = other.bottom + GAP;
      const fits = below + own.height <= window.innerHeight;
      messages.style.translate = `0 ${(fits ? below : other.top - GAP - own.height) - own.top}px`;
    };

    place();
    const events = ['focusin', 'scroll', 'resize'];
    // Capturing, since the scrolling of a part of the page does not bubble.
    for (const event of events) window.addEventListener(event, place, true);
    return () => events.forEach((event) => window.removeEventListener(event, place, true));
  }, [count, modal]);

  return list;
}

function ToastItem({ toast: item, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { icon, className } = LOOKS[item.type];
  return (
    <li className={cx(styles.toast, className)}>
      <Icon of={icon} size={20} />
      <p className={styles.text}>{resolveValue(item.message, item)}</p>
      <IconButton icon={X} label="Dismiss message" onClick={onDismiss} />
    </li>
  );
}

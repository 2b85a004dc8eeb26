import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { CircleCheck, Info, LoaderCircle, OctagonX, X } from 'lucide-react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { cx } from './cx';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { useTopModalLayer } from './modal-layers';
import styles from './toasts.module.css';

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

/** Shows what `notify` is told, top right, above an open dialog too. Stands once at the root of the page. */
export function Toaster() {
  const { toasts, handlers } = useToaster(DURATIONS);
  const modal = useTopModalLayer();
  const resume = useEffectEvent(() => handlers.endPause());

  // The list moves into or out of a dialog, and the pointer that paused it is not followed there.
  useEffect(() => () => resume(), [modal]);

  return createPortal(
    <section aria-label="Notifications">
      <ol
        aria-label="Messages"
        className={styles.list}
        onMouseEnter={handlers.startPause}
        onMouseLeave={handlers.endPause}
        onFocus={handlers.startPause}
        onBlur={handlers.endPause}
      >
        {toasts
          .filter((each) => each.visible)
          .map((each) => (
            <ToastItem
              key={each.id}
              toast={each}
              onDismiss={() => {
                toast.dismiss(each.id);
                // The button under the pointer and the focus goes away without a word to the list.
                handlers.endPause();
              }}
            />
          ))}
      </ol>
    </section>,
    modal ?? document.body,
  );
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

import { VisuallyHidden } from './visually-hidden';
import styles from './plate.module.css';

/** A store code as an enamel number plate. */
export function Plate({ children }: { children: string }) {
  return (
    <span className={styles.plate}>
      <VisuallyHidden>Store code </VisuallyHidden>
      {children}
    </span>
  );
}

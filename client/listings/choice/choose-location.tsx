import { Checkbox } from '../../ui/form/inputs';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import type { Location } from '../use-listings';
import styles from './choose-location.module.css';

interface ChooseLocationProps {
  location: Pick<Location, 'id' | 'name' | 'storeCode'>;
  isChosen: boolean;
  /** Whether it can be chosen or taken out one by one. */
  isTickable: boolean;
  onTick: (id: string, isTicked: boolean) => void;
}

/** The box that chooses a location of the list. */
export function ChooseLocation({ location, isChosen, isTickable, onTick }: ChooseLocationProps) {
  const { id, name, storeCode } = location;
  return (
    <span className={styles.choose}>
      <Checkbox
        checked={isChosen}
        disabled={!isTickable}
        onChange={({ target }) => onTick(id, target.checked)}
      >
        <VisuallyHidden>Select {[name, storeCode].filter(Boolean).join(', ')}</VisuallyHidden>
      </Checkbox>
    </span>
  );
}

import { Star } from 'lucide-react';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { starsWords } from './review-words';
import styles from './stars.module.css';

const PLACES = [1, 2, 3, 4, 5] as const;

/** A rating as five stars. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={starsWords(stars)}>
      {PLACES.map((place) => (
        <span key={place} className={cx(place <= stars && styles.filled)}>
          <Icon of={Star} />
        </span>
      ))}
    </span>
  );
}

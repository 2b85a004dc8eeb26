import { useState } from 'react';
import { cx } from './cx';
import styles from './avatar.module.css';

interface AvatarProps {
  /** Whose picture; its first letter stands in where there is none. */
  name: string;
  photoUrl?: string | null | undefined;
  /** 32 or 40 px. */
  size?: 'regular' | 'large';
  /** People are round, businesses square. */
  shape?: 'round' | 'square';
}

/** A picture beside the name that it stands for, hence silent for screen readers. */
export function Avatar({ name, photoUrl, size = 'regular', shape = 'round' }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const [initial = '?'] = name.trim().toLocaleUpperCase();

  return (
    <span aria-hidden="true" className={cx(styles.avatar, styles[size], styles[shape])}>
      {photoUrl && photoUrl !== brokenUrl ? (
        <img src={photoUrl} alt="" referrerPolicy="no-referrer" onError={() => setBrokenUrl(photoUrl)} />
      ) : (
        initial
      )}
    </span>
  );
}

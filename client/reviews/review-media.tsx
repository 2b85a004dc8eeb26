import { Play } from 'lucide-react';
import { Icon } from '../ui/basics/icon';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import styles from './review-media.module.css';
import type { Review } from './data/review-types';

/** The pictures and videos of a review, each a link to its own page. */
export function ReviewMedia({ media }: Pick<Review, 'media'>) {
  if (media.length === 0) return null;
  return (
    <ul className={common.wrap} aria-label="Photos and videos">
      {media.map(({ label, thumbnailUrl, videoUrl }, index) => (
        <li key={thumbnailUrl}>
          <a href={videoUrl ?? thumbnailUrl} target="_blank" rel="noreferrer" className={styles.link}>
            <img
              src={thumbnailUrl}
              alt={nameOf(label, videoUrl !== null, index, media.length)}
              referrerPolicy="no-referrer"
              className={styles.picture}
            />
            {videoUrl !== null && (
              <span className={styles.play}>
                <Icon of={Play} size={20} />
              </span>
            )}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}

function nameOf(label: string | null, isVideo: boolean, index: number, count: number): string {
  const kind = `${isVideo ? 'Video' : 'Photo'} ${index + 1} of ${count}`;
  return label ? `${kind}: ${label}` : kind;
}

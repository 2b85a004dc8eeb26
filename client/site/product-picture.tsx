import styles from './product-picture.module.css';

/** Width and height of a file, in its own pixels. */
type Size = [width: number, height: number];

export interface ProductPictureProps {
  name: 'bulk' | 'campaign' | 'google-edits' | 'reply' | 'statistics' | 'held';
  /** The picture for wide windows. */
  wide: Size;
  /** The one for phones, which shows a screen 392 px wide. */
  phone: Size;
  alt: string;
}

/**
 * A picture of the product for the visitor's theme and the width of their window: four files, of which one is loaded, once
 * it comes near the screen. `npm run film` takes them.
 */
export function ProductPicture({ name, wide, phone, alt }: ProductPictureProps) {
  return (
    <div className={styles.frame}>
      {(['light', 'dark'] as const).map((theme) => (
        <picture key={theme} className={styles[theme]}>
          <source
            media="(width < 640px)"
            srcSet={`/pictures/${name}-phone-${theme}.webp`}
            width={phone[0]}
            height={phone[1]}
          />
          {/* The one of the other theme is not displayed, and so never loaded. */}
          <img
            src={`/pictures/${name}-${theme}.webp`}
            width={wide[0]}
            height={wide[1]}
            loading="lazy"
            decoding="async"
            alt={alt}
          />
        </picture>
      ))}
    </div>
  );
}

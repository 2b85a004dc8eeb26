import styles from './product-picture.module.css';

interface ProductPictureProps {
  name: 'calendar' | 'location';
  /** Of the wide picture, in CSS pixels. */
  height: number;
  alt: string;
}

/** A picture of the product, in the visitor's theme and for the width of their screen. `npm run film -- --pictures` takes it. */
export function ProductPicture({ name, height, alt }: ProductPictureProps) {
  return (
    <div className={styles.frame}>
      {(['light', 'dark'] as const).map((theme) => (
        <picture key={theme} className={styles[theme]}>
          <source
            media="(width < 640px)"
            srcSet={`/pictures/${name}-phone-${theme}.webp`}
            width={360}
            height={560}
          />
          {/* The one of the other theme is not displayed, and so never loaded. */}
          <img
            src={`/pictures/${name}-${theme}.webp`}
            width={1120}
            height={height}
            loading="lazy"
            decoding="async"
            alt={alt}
          />
        </picture>
      ))}
    </div>
  );
}

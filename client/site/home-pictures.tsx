import { cx } from '../ui/basics/cx';
import styles from './home-pictures.module.css';
import { ProductPicture, type ProductPictureProps } from './product-picture';

interface Row extends ProductPictureProps {
  title: string;
  /** One sentence or two, for people who run a business. */
  text: string;
  /** A dialog, which is not as wide as a whole view. */
  narrow?: boolean;
}

const ROWS: Row[] = [
  {
    title: 'See a campaign before it runs',
    text: 'One text for hundreds of locations: when each post goes out, what it will say there, and which locations are left out and why.',
    name: 'campaign',
    wide: [1200, 853],
    phone: [588, 1130],
    alt: 'The plan of a campaign: how many posts go out and when, which locations are left out with the reason, and the text of each location.',
  },
  {
    title: 'Christmas hours everywhere, in one go',
    text: 'You see what each location gets before anything is sent. Other dates stay as they are, and one click takes it all back.',
    name: 'bulk',
    wide: [1271, 841],
    phone: [588, 1323],
    alt: 'The preview of an edit of many locations: how many change and how long it takes, and the special hours of each location before and after.',
  },
  {
    title: 'Google changed your hours? Take them back',
    text: 'Your version stands beside what customers see now. Keep yours in one click, and undo it in another.',
    name: 'google-edits',
    wide: [1211, 805],
    phone: [537, 638],
    alt: 'Edits by Google, each beside the owner’s own value, with buttons to keep one’s own or to use Google’s.',
  },
  {
    title: 'Know what became of your reply',
    text: 'Google checks every reply and turns some down. Here you read which one, why, and what to change.',
    name: 'reply',
    wide: [929, 945],
    phone: [537, 1173],
    narrow: true,
    alt: 'A reply to a review that Google has rejected, with the reason and what to change.',
  },
  {
    title: 'Figures that admit what they don’t know',
    text: 'Google is days behind and hides small numbers. You see the gap as a gap, not as a bad week.',
    name: 'statistics',
    wide: [1214, 407],
    phone: [540, 579],
    alt: 'Impressions, calls, website clicks and directions over time; the last days are marked as not counted yet.',
  },
  {
    title: 'Held rather than posted twice',
    text: 'When Google doesn’t say whether a post went out, Shingle looks for it before it sends anything again, and asks you if it still isn’t sure.',
    name: 'held',
    wide: [960, 783],
    phone: [588, 1170],
    narrow: true,
    alt: 'A post that couldn’t be confirmed: what happened to it so far, and buttons to retry, edit, move or delete it.',
  },
];

/** What sets the product apart, each with a picture of it. */
export function PictureRows() {
  return (
    <section aria-labelledby="apart" className={styles.shown}>
      <div className={styles.column}>
        <h2 id="apart" className={styles.heading}>
          What sets it apart
        </h2>
        {ROWS.map(({ title, text, narrow, ...picture }) => (
          <article key={title} className={styles.row}>
            <div className={styles.words}>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
            <div className={cx(narrow && styles.narrow)}>
              <ProductPicture {...picture} />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

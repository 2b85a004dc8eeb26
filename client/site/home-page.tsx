import { Clock, MapPin, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { StatusBadge, Plate, MetaLine } from '../ui/labels';
import { ButtonLink } from '../ui/button';
import styles from './home-page.module.css';
import { SiteFrame } from './site-frame';

const FEATURES = [
  [
    'Accounts and locations',
    'Every business and every place in one list, with its state and what is wrong with it.',
  ],
  [
    'Correct details',
    'Change names, phone numbers, categories and opening hours where customers look first.',
  ],
  [
    'Scheduled posts',
    'Write updates, events and offers now, and have each one go out at the hour you choose.',
  ],
];

/** The public home page: what the product is, with links to sign up and log in. */
export function HomePage() {
  return (
    <SiteFrame
      links={
        <>
          <Link to="/dashboard">Dashboard</Link>
          <Link to="/blog">Blog template</Link>
        </>
      }
    >
      <div className={styles.hero}>
        <div className={styles.welcome}>
          <h1 tabIndex={-1} className={styles.title}>
            Welcome to Shingle
          </h1>
          <p className={styles.lead}>
            The local SEO tool for owners of local businesses: keep your Google Business Profiles correct, and
            post to them on time.
          </p>
          <div className={styles.ways}>
            <ButtonLink to="/signup" variant="primary">
              Sign up
            </ButtonLink>
            <ButtonLink to="/login">Login</ButtonLink>
          </div>
        </div>
        <figure className={styles.example}>
          <div className={styles.sign}>
            <p className={styles.signName}>Hearth &amp; Crumb, Market Square</p>
            <div className={styles.signState}>
              <StatusBadge status="VERIFIED" />
              <Plate>HC-01</Plate>
            </div>
            <MetaLine icon={MapPin}>4 Market Square, Ashbourne</MetaLine>
            <MetaLine icon={Phone}>+44 1632 960101</MetaLine>
            <MetaLine icon={Clock}>Monday, 07:00 to 17:30</MetaLine>
          </div>
          <figcaption className={styles.caption}>
            A place of the sample that every new account starts with
          </figcaption>
        </figure>
      </div>
      <dl className={styles.features}>
        {FEATURES.map(([name, text]) => (
          <div key={name} className={styles.feature}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </SiteFrame>
  );
}

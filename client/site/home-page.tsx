import { Clock, MapPin, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { cx } from '../ui/basics/cx';
import { Board } from '../ui/layout/board';
import { ButtonLink } from '../ui/basics/button';
import { MetaLine, Plate, StatusBadge } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import styles from './home-page.module.css';
import { ProductPicture } from './product-picture';
import { SiteFrame } from './site-frame';

/** Each figure stands in docs/reliability.md or docs/performance.md; a test compares them. */
const CLAIMS = [
  {
    figure: '0 of 2,574',
    title: 'Posts doubled or lost',
    text: 'A post goes out once, even if the server crashes while sending it. Shingle checks what’s on Google before it sends anything again.',
    how: 'Measured on 23 November 2026 in four runs: 2,574 posts, 1,547 faults, 200 killed processes, checked against the log of a simulated Google. Repeat it:',
    command: 'npm run chaos',
  },
  {
    figure: '0.4 s',
    title: 'Late at most',
    text: 'Posts go out at the minute you set. If your connection to Google is lost, they wait until it’s back.',
    how: 'The latest of 120 posts, 60 of them a minute, on three servers whose clocks are up to five minutes wrong. Repeat it:',
    command: 'npm run chaos -- --faults off',
  },
  {
    figure: '71 ms',
    title: 'To find one of 10,000 locations',
    text: 'Type a few letters of its name, street or town. It’s quick with one location, and still quick with all of them.',
    how: 'From the typed letter to the result on screen, 95 times in 100. Repeat it:',
    command: 'npm run bench -- big-accounts',
  },
];

/** The public home page: what the product is, with links to sign up and log in. */
export function HomePage() {
  return (
    <SiteFrame
      open
      links={
        <>
          <Link to="/dashboard">Dashboard</Link>
          <Link to="/blog">Blog template</Link>
        </>
      }
    >
      <section className={styles.hero}>
        <div className={styles.pole} />
        <svg className={styles.brace} viewBox="0 0 96 132" aria-hidden="true" focusable="false">
          <path className={styles.post} d="M0 0v126" />
          <path d="M4 116C56 116 90 76 90 2M4 70c30 0 46-18 44-38-1-14-20-15-21-2-1 10 12 12 14 4" />
        </svg>
        <div className={styles.signs}>
          <div className={styles.welcome}>
            <Board state="painted" drop="rail">
              <h1 tabIndex={-1} className={styles.title}>
                Welcome to Shingle
              </h1>
              <p className={styles.lead}>
                The local SEO tool for owners of local businesses. Correct details on Google, and posts that
                go out once and on time.
              </p>
              <div className={styles.ways}>
                <ButtonLink to="/signup" variant="onBoard">
                  Sign up
                </ButtonLink>
                <ButtonLink to="/login" variant="lineOnBoard">
                  Log in
                </ButtonLink>
              </div>
            </Board>
          </div>
          <figure className={styles.example}>
            <div className={styles.location}>
              <p className={styles.name}>Hearth &amp; Crumb, Market Square</p>
              <p className={common.line}>
                <Plate>HC-01</Plate>
                <StatusBadge status="VERIFIED" />
              </p>
              <MetaLine icon={MapPin}>4 Market Square, Ashbourne</MetaLine>
              <MetaLine icon={Phone}>+44 1632 960101</MetaLine>
              <MetaLine icon={Clock}>Next post Friday, 09:00</MetaLine>
            </div>
            <div className={styles.hours}>
              <Board state="painted" drop="chained">
                <p className={styles.open}>Open</p>
                <p>Tuesday, 07:00 to 17:30</p>
              </Board>
            </div>
            <figcaption className={cx(common.small, styles.caption)}>One of the sample locations</figcaption>
          </figure>
        </div>
      </section>
      <section className={styles.shown}>
        <div className={styles.column}>
          <h2 className={styles.heading}>Every location’s whole month on one page</h2>
          <ProductPicture
            name="calendar"
            height={800}
            alt="The content calendar: a month with published, scheduled and failed posts, and one that couldn’t be confirmed."
          />
        </div>
      </section>
      <section className={styles.column}>
        <h2 className={styles.heading}>Correct what the public sees</h2>
        <ProductPicture
          name="location"
          height={700}
          alt="The details of a location: its opening hours, name, address and phone number, each with a button to edit them."
        />
      </section>
      <section className={styles.shown}>
        <div className={styles.column}>
          <h2 className={styles.heading}>Three things it does differently</h2>
          <ul className={styles.claims}>
            {CLAIMS.map(({ figure, title, text, how, command }) => (
              <li key={title} className={styles.claim}>
                <p className={styles.figure}>{figure}</p>
                <div>
                  <h3 className={styles.claimTitle}>{title}</h3>
                  <p className={styles.claimText}>{text}</p>
                </div>
                <p className={cx(common.small, styles.how)}>
                  {how} <code>{command}</code>
                </p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <footer className={styles.foot}>
        <p>A shingle is a small sign that hangs outside a business.</p>
      </footer>
    </SiteFrame>
  );
}

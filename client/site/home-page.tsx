import { Link } from 'react-router-dom';
import { ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Developers } from './home-developers';
import { Hero } from './home-hero';
import styles from './home-page.module.css';
import { PictureRows } from './home-pictures';
import { isDemoOffered } from './offered-demo';
import { SiteFrame } from './site-frame';

/** Each figure stands in docs/reliability.md or docs/performance.md; a test compares them. */
const CLAIMS = [
  {
    figure: '0 of 2,574',
    title: 'posts doubled or lost',
    text: 'We stopped the server 200 times and made Google fail 1,547 times while they went out.',
    how: 'Every post of four runs was compared with the practice Google’s own record. Repeat it:',
    command: 'npm run chaos',
  },
  {
    figure: '0.4 s',
    title: 'late at most',
    text: '120 posts, 60 a minute, from three servers whose clocks were up to five minutes wrong.',
    how: 'Compared with the same record, in a run without faults. Repeat it:',
    command: 'npm run chaos -- --faults off',
  },
  {
    figure: '71 ms',
    title: 'to find one of 10,000 locations',
    text: 'From the key that you press to the result on the screen, 95 times in 100.',
    how: 'Measured in a browser, with the locations in Postgres. Repeat it:',
    command: 'npm run bench -- big-accounts',
  },
];

/** What the footer leads to: pages that the build makes of the repository's documents (client/vite.documents.ts). */
const DOCUMENTS = [
  { title: 'Docs', name: 'readme' },
  { title: 'Comparison', name: 'comparison' },
  { title: 'Simulator', name: 'simulator' },
  { title: 'Security', name: 'security' },
];

/**
 * The public home page: what the product is, with links to sign up and log in. `offersDemo` is what the server said when
 * it delivered the page, unless it is given.
 */
export function HomePage({ offersDemo = isDemoOffered() }: { offersDemo?: boolean }) {
  return (
    <SiteFrame
      open
      links={
        <>
          <Link to="/dashboard">Dashboard</Link>
          <Link to="/blog">Blog template</Link>
        </>
      }
      foot={
        <>
          <p className={styles.name}>A shingle is a small sign that hangs outside a business.</p>
          {DOCUMENTS.map(({ title, name }) => (
            <a key={name} href={`/documents/${name}`} className={styles.document}>
              {title}
            </a>
          ))}
        </>
      }
    >
      <Hero offersDemo={offersDemo} />
      <PictureRows />
      <section aria-labelledby="figures" className={styles.column}>
        <h2 id="figures" className={styles.heading}>
          Three figures, and how we know
        </h2>
        <ul className={styles.claims}>
          {CLAIMS.map(({ figure, title, text, how, command }) => (
            <li key={title} className={styles.claim}>
              <p className={styles.figure}>{figure}</p>
              <h3 className={styles.claimTitle}>{title}</h3>
              <p className={styles.claimText}>{text}</p>
              <p className={cx(common.small, styles.how)}>
                <b>How we know</b> {how} <code>{command}</code>
              </p>
            </li>
          ))}
        </ul>
        <p className={cx(common.small, styles.measured)}>
          Measured in November 2026 against the practice Google, on a shared computer with two cores.
        </p>
      </section>
      <section aria-label="In short" className={styles.shown}>
        <div className={styles.facts}>
          <div>
            <h2 className={styles.factTitle}>Who it’s for</h2>
            <p className={styles.fact}>One location or thousands</p>
            <p>Owners who look after their own profile, and agencies and chains that look after many.</p>
          </div>
          <div>
            <h2 className={styles.factTitle}>What it costs</h2>
            <p className={styles.fact}>Nothing</p>
            <p>Free under the MIT licence. There’s no paid edition and no tracking.</p>
          </div>
          <div>
            <h2 className={styles.factTitle}>What it runs on</h2>
            <p className={styles.fact}>One command</p>
            <p>
              <code>npm start</code> on any computer with Node 20 or newer. No Docker, and no database to set
              up.
            </p>
          </div>
        </div>
      </section>
      <Developers />
      {offersDemo && (
        <section aria-labelledby="try" className={styles.shown}>
          <div className={styles.last}>
            <div>
              <h2 id="try" className={styles.heading}>
                See it with a month of posts
              </h2>
              <p className={styles.lead}>No account needed.</p>
            </div>
            <ButtonLink to="/login?demo" reloadDocument variant="primary">
              Open the demo
            </ButtonLink>
          </div>
        </section>
      )}
    </SiteFrame>
  );
}

import { CircleCheck } from 'lucide-react';
import { ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Board } from '../ui/layout/board';
import common from '../ui/layout/common.module.css';
import styles from './home-hero.module.css';

/** The first screen: the sign with what to do first, and beside it the product in one look. */
export function Hero({ offersDemo }: { offersDemo: boolean }) {
  return (
    <section aria-labelledby="welcome" className={styles.hero}>
      <div className={styles.pole} />
      <svg className={styles.brace} viewBox="0 0 96 132" aria-hidden="true" focusable="false">
        <path className={styles.post} d="M0 0v126" />
        <path d="M4 116C56 116 90 76 90 2M4 70c30 0 46-18 44-38-1-14-20-15-21-2-1 10 12 12 14 4" />
      </svg>
      <div className={styles.signs}>
        <div className={styles.welcome}>
          <Board state="painted" drop="rail">
            <h1 id="welcome" tabIndex={-1} className={styles.title}>
              Welcome to Shingle
            </h1>
            <p className={styles.lead}>
              The local SEO tool for owners of local businesses: the right hours on Google, posts that go out
              once and on time, and a word to you when Google changes something.
            </p>
            <div className={styles.ways}>
              {offersDemo && (
                <ButtonLink to="/login?demo" reloadDocument variant="onBoard" className={styles.first}>
                  Open the demo
                </ButtonLink>
              )}
              <ButtonLink to="/signup" variant={offersDemo ? 'lineOnBoard' : 'onBoard'}>
                Sign up
              </ButtonLink>
              <ButtonLink to="/login" variant="lineOnBoard">
                Log in
              </ButtonLink>
            </div>
            {offersDemo && (
              <p className={styles.fine}>
                No account needed. The demo runs on a practice Google, so nothing you try reaches a customer.
              </p>
            )}
          </Board>
        </div>
        <figure aria-label="An example" className={styles.example}>
          <div className={styles.edit}>
            <p className={common.small}>Sunday, 02:14</p>
            <p className={styles.news}>Google closed your bar</p>
            <div className={styles.versions}>
              <p className={styles.version}>
                <span className={common.small}>Yours</span>
                Friday <mark>18:00–03:30</mark>
              </p>
              <p className={cx(styles.version, styles.live)}>
                <span className={common.small}>On Google now</span>
                Friday <mark>Closed</mark>
              </p>
            </div>
            <p className={cx(common.line, styles.kept)}>
              <Icon of={CircleCheck} size={20} />
              You kept yours, in one click
            </p>
          </div>
          <div className={styles.hours}>
            <Board state="painted" drop="chained">
              <p className={styles.open}>Open</p>
              <p>Friday, 18:00 to 03:30</p>
            </Board>
          </div>
        </figure>
      </div>
    </section>
  );
}

import { Link } from 'react-router-dom';
import { AudioPlayer } from './audio-player';
import styles from './blog-page.module.css';
import { SiteFrame } from './site-frame';

const SECTIONS = [
  { id: 'introduction', title: 'Introduction', text: 'Say here what the post is about and whom it helps.' },
  {
    id: 'first-topic',
    title: 'First topic',
    text: 'Explain the first point, with an example from a real shop.',
  },
  {
    id: 'second-topic',
    title: 'Second topic',
    text: 'Explain the second point, and how it follows from the first.',
  },
  {
    id: 'conclusion',
    title: 'Conclusion',
    text: 'Sum up in two sentences, and say what the reader can do today.',
  },
];

/** Fills a section to the length that a real one would have. */
const FILLER =
  'This paragraph is a placeholder. A real post has a few of them in each section, short enough to read on a phone between two customers, and each about one thing.';

/** The static template of a blog post. */
export function BlogPage() {
  return (
    <SiteFrame links={<Link to="/">Back to Home</Link>}>
      <article className={styles.article}>
        <header className={styles.head}>
          <h1 tabIndex={-1} className={styles.title}>
            Blog Post Title
          </h1>
          <p className={styles.byline}>
            <time dateTime="2026-01-01">1 January 2026</time>, by Author Name
          </p>
          <AudioPlayer />
        </header>
        <nav aria-labelledby="contents" className={styles.contents}>
          <h2 id="contents" className={styles.contentsTitle}>
            Table of contents
          </h2>
          <ol className={styles.list}>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`} onClick={() => document.getElementById(id)?.focus()}>
                  {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {SECTIONS.map(({ id, title, text }) => (
            <section key={id} className={styles.section}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              <p>{text}</p>
              <p>{FILLER}</p>
            </section>
          ))}
        </div>
      </article>
    </SiteFrame>
  );
}

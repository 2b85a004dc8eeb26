import { Link } from 'react-router-dom';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import styles from './blog-page.module.css';
import { SiteFrame } from './site-frame';
import { useEffect, useId, useState } from 'react';
import { Pause, Play } from 'lucide-react';
import { IconButton } from '../ui/basics/button';

const SECTIONS = [
  { id: 'introduction', title: 'Introduction', text: 'Say what the post is about and who it helps.' },
  {
    id: 'first-topic',
    title: 'First topic',
    text: 'Explain the first point, with an example from a real business.',
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

/** Placeholder text that makes a section as long as a real one. */
const FILLER =
  'This paragraph is a placeholder. A real post has a few of them in each section, short enough to read on a phone between two customers, and each about one thing.';

/** The static template of a blog post. */
export function BlogPage() {
  return (
    <SiteFrame links={<Link to="/">Back to Home</Link>}>
      <article className={styles.article}>
        <header className={common.stack3}>
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
          <ol className={cx(common.stack1, styles.list)}>
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

/** The length of the simulated recording (s). */
const LENGTH = 180;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The template's mock player: it plays, pauses and seeks, but makes no sound. */
function AudioPlayer() {
  const titleId = useId();
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const ended = position >= LENGTH;

  useEffect(() => {
    if (!playing || ended) return;
    const timer = setInterval(() => setPosition((now) => Math.min(now + 1, LENGTH)), 1000);
    return () => clearInterval(timer);
  }, [playing, ended]);

  const toggle = () => {
    if (ended) setPosition(0);
    setPlaying(ended || !playing);
  };

  return (
    <section aria-labelledby={titleId} className={cx(common.box, styles.player)}>
      <IconButton
        icon={playing && !ended ? Pause : Play}
        label={playing && !ended ? 'Pause' : 'Play'}
        className={styles.toggle}
        onClick={toggle}
      />
      <h2 id={titleId} className={styles.episodeTitle}>
        Listen to this article
      </h2>
      <span className={styles.time}>
        {clock(position)} / {clock(LENGTH)}
      </span>
      <input
        type="range"
        className={styles.range}
        aria-label="Position"
        aria-valuetext={`${clock(position)} of ${clock(LENGTH)}`}
        max={LENGTH}
        value={position}
        onChange={(event) => setPosition(event.target.valueAsNumber)}
      />
      <p className={cx(common.small, styles.note)}>A mock player for the template. It has no sound.</p>
    </section>
  );
}

import { useEffect, useId, useState } from 'react';
import { Pause, Play } from 'lucide-react';
import { IconButton } from '../ui/icon-button';
import styles from './audio-player.module.css';

/** How long the made-up recording is (s). */
const LENGTH = 180;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The template's mock of a player: it runs, pauses and seeks like a real one, and makes no sound. */
export function AudioPlayer() {
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
    <section aria-labelledby={titleId} className={styles.player}>
      <IconButton
        icon={playing && !ended ? Pause : Play}
        label={playing && !ended ? 'Pause' : 'Play'}
        className={styles.toggle}
        onClick={toggle}
      />
      <h2 id={titleId} className={styles.title}>
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
      <p className={styles.note}>A mock for the template: it has no sound.</p>
    </section>
  );
}

import { useState } from 'react';
import type { PracticeWorld } from '../api/embedded';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { Button } from '../ui/basics/button';
import styles from './connection.module.css';
import { usePractice } from './practice';
import { useConnection } from './use-connection';

const WORLDS: readonly [world: PracticeWorld, words: string][] = [
  ['agency', 'An agency: 8 locations of its clients'],
  ['shops', 'Three businesses: 8 locations, each with a special case'],
  ['large', 'A large chain: 3,000 locations'],
  ['abroad', 'Travel desks: 500 locations in 20 countries'],
];

/** The practice Google with a choice of what there is to manage. Renders nothing where it is not offered. */
export function PracticeWorlds() {
  const { isOffered, isBeginning, begin } = usePractice();
  const { connection } = useConnection();
  const [chosen, setChosen] = useState<PracticeWorld>('agency');
  if (!isOffered) return null;
  return (
    <Panel title={connection?.isPractice ? 'Other practice data' : 'Try with a practice Google'}>
      <p>
        A simulated Google on this machine, with locations to try things out on. Nothing you do there is
        public, and no one else sees it.
      </p>
      <fieldset className={styles.worlds}>
        <legend>Practice data</legend>
        {WORLDS.map(([world, words]) => (
          <label key={world} className={cx(prose.row, styles.world)}>
            <input type="radio" name="world" checked={world === chosen} onChange={() => setChosen(world)} />
            {words}
          </label>
        ))}
      </fieldset>
      <div className={cx(common.wrap, styles.buttons)}>
        <Button busyText={isBeginning && 'Connecting...'} onClick={() => begin(chosen)}>
          Start practice
        </Button>
      </div>
    </Panel>
  );
}

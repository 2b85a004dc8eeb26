import { Link } from 'react-router-dom';
import { figure } from '../../lib/count-of';
import type { Schemas } from '../../api/client';
import { nearDayWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { toWallTime } from '../../lib/wall-time';
import { FIELD_NAMES } from '../../listings/field-values';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import styles from './google-changed.module.css';

const SHOWN = 5;

interface GoogleChangedProps {
  /** Those that wait for an answer, the latest first. */
  edits: Schemas['GoogleEditListDto'];
  timeZone: string;
}

/** The panel of what Google or the public changed, with the way to decide. */
export function GoogleChanged({ edits: { items, counts }, timeZone }: GoogleChangedProps) {
  const inbox = viewUrl('change-log', { tab: 'google-edits' });
  const words = counts.open === 1 ? 'edit by Google waits' : 'edits by Google wait';
  return (
    <Panel title={`${figure(counts.open)} ${words} for you`} actions={<Link to={inbox}>Decide</Link>} flush>
      <ul className={common.ruled}>
        {items.slice(0, SHOWN).map(({ id, field, locationName, storeCode, firstSeenAt }) => (
          <li key={id} className={cx(prose.row, styles.row)}>
            {storeCode && <Plate>{storeCode}</Plate>}
            <p className={styles.what}>
              <span className={common.medium}>{FIELD_NAMES[field]}</span>
              <span className={common.small}>{locationName}</span>
            </p>
            <time dateTime={firstSeenAt} className={common.small}>
              {nearDayWords(toWallTime(new Date(firstSeenAt), timeZone).date).short}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

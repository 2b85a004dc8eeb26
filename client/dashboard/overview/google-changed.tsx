import { Link } from 'react-router-dom';
import { figure } from '../../lib/count-of';
import type { Schemas } from '../../api/client';
import { nearDayWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { toWallTime } from '../../lib/wall-time';
import { FIELD_NAMES } from '../../listings/field-values';
import { Plate } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { LinkRow } from '../../ui/layout/link-row';
import { Panel } from '../../ui/layout/panel';
import styles from './google-changed.module.css';

const SHOWN = 5;

const INBOX = { tab: 'google-edits' } as const;

interface GoogleChangedProps {
  /** Those that wait for an answer, the latest first. */
  edits: Schemas['GoogleEditListDto'];
  timeZone: string;
}

/** The panel of what Google or the public changed, with the way to decide. */
export function GoogleChanged({ edits: { items, counts }, timeZone }: GoogleChangedProps) {
  return (
    <Panel
      title="Google changed"
      note={figure(counts.open)}
      actions={<Link to={viewUrl('change-log', INBOX)}>Decide</Link>}
      flush
    >
      <ul className={common.ruled}>
        {items.slice(0, SHOWN).map(({ id, field, locationId, locationName, storeCode, firstSeenAt }) => (
          <LinkRow key={id} to={viewUrl('change-log', { location: locationId, ...INBOX })}>
            {storeCode && <Plate>{storeCode}</Plate>}
            <span className={styles.what}>
              <span className={common.medium}>{FIELD_NAMES[field]}</span>
              <span className={common.small}>{locationName}</span>
            </span>
            <time dateTime={firstSeenAt} className={common.small}>
              {nearDayWords(toWallTime(new Date(firstSeenAt), timeZone).date).short}
            </time>
          </LinkRow>
        ))}
      </ul>
    </Panel>
  );
}

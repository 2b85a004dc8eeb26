import { Link } from 'react-router-dom';
import { figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { answerDay } from '../../listings/special-days';
import type { MissingAnswers } from '../../listings/use-missing-answers';
import common from '../../ui/layout/common.module.css';
import { LinkRow } from '../../ui/layout/link-row';
import { Panel } from '../../ui/layout/panel';
import styles from './google-changed.module.css';

const SHOWN = 3;
const HOLIDAYS = viewUrl('locations', { tab: 'holidays' });

/** The panel of the next public holidays for which locations have not said what they do, with the way to say it. */
export function HolidaysAhead({ missing: { dates, notSaid } }: { missing: MissingAnswers }) {
  const more = dates.length - SHOWN;
  return (
    <Panel
      title="Holidays ahead"
      note={`${figure(notSaid)} not said`}
      actions={<Link to={HOLIDAYS}>Answer</Link>}
      flush
    >
      <ul className={common.ruled}>
        {dates.slice(0, SHOWN).map(({ date, names, locations, notSaid: open }) => (
          <LinkRow key={date} to={HOLIDAYS}>
            <span className={styles.what}>
              <span className={common.medium}>{names[0]}</span>
              <span className={common.small}>{answerDay(date)}</span>
            </span>
            <span className={common.small}>
              {figure(open)} of {figure(locations)} locations not said
            </span>
          </LinkRow>
        ))}
        {more > 0 && (
          <LinkRow to={HOLIDAYS}>
            <span className={common.small}>
              {figure(more)} more {more === 1 ? 'date' : 'dates'} in the next 30 days
            </span>
          </LinkRow>
        )}
      </ul>
    </Panel>
  );
}

import type { ReactNode } from 'react';
import { countOf } from '../../lib/count-of';
import { cx } from '../../ui/basics/cx';
import { STATUS } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import { dayName, formatRuns, formatWeek, HOURS_NOT_SET, type RegularHours } from '../opening-hours';
import type { LocationDetails } from '../use-listings';
import styles from './location-facts.module.css';
import type { EditedPart } from './location-draft';
import { formatSpecialHours, type SpecialHours, todayHere } from '../special-days';

type SpecialPeriods = NonNullable<SpecialHours>['periods'];

interface HoursFactsProps {
  location: LocationDetails;
  /** What is known of a field besides its value: its review at Google, and its lock. */
  marks: (field: LocationDetails['pendingFields'][number]) => ReactNode;
  editButton: (part: EditedPart, label: string) => ReactNode;
}

/** When a location is open: each week, on special days, for delivery and the like, and whether it is open at all. */
export function HoursFacts({ location, marks, editButton }: HoursFactsProps) {
  const { regularHours, specialHours, moreHours, openStatus } = location;
  const today = todayHere();
  const past = specialHours?.periods.filter(({ date }) => date < today) ?? [];
  const coming = specialHours?.periods.filter(({ date }) => date >= today) ?? [];
  return (
    <Panel
      title="Business Hours"
      actions={
        <>
          {marks('regularHours')}
          {editButton('hours', 'Edit Hours')}
        </>
      }
    >
      <Week hours={regularHours} />
      <Part
        title="Special hours"
        badge={marks('specialHours')}
        button={editButton('special-hours', 'Set special hours')}
      >
        {coming.length > 0 && <Days periods={coming} />}
        {past.length > 0 && <PastDays periods={past} />}
        {!specialHours && <p className={common.muted}>For holidays and other days with different hours.</p>}
      </Part>
      <Part
        title="More hours"
        badge={marks('moreHours')}
        button={editButton('more-hours', moreHours.length > 0 ? 'Edit more hours' : 'Add more hours')}
      >
        {moreHours.length === 0 && (
          <p className={common.muted}>For delivery, takeaway and other services with their own hours.</p>
        )}
        {moreHours.map(({ hoursTypeId, name, periods }) => (
          <div key={hoursTypeId}>
            <h4 className={styles.kind}>{name}</h4>
            <Lines lines={formatRuns(periods).map(({ days, lines }) => [days, lines])} />
          </div>
        ))}
      </Part>
      <Part title="Open or closed" badge={marks('openStatus')} button={editButton('status', 'Change')}>
        <p>{openStatus === 'OPEN' ? 'Open' : STATUS[openStatus].label}</p>
      </Part>
    </Panel>
  );
}

interface PartProps {
  title: string;
  badge: ReactNode;
  button: ReactNode;
  children: ReactNode;
}

function Part({ title, badge, button, children }: PartProps) {
  return (
    <div className={styles.part}>
      <div className={cx(common.line, styles.partHead)}>
        <h3 className={prose.minorTitle}>{title}</h3>
        {badge && <span className={styles.badge}>{badge}</span>}
        {button}
      </div>
      {children}
    </div>
  );
}

function Days({ periods }: { periods: SpecialPeriods }) {
  return <Lines lines={formatSpecialHours(periods).map(({ day, lines }) => [day, lines])} />;
}

/** Special hours that are over, folded. */
export function PastDays({ periods }: { periods: SpecialPeriods }) {
  const count = new Set(periods.map(({ date }) => date)).size;
  return (
    <details className={styles.past}>
      <summary>{countOf(count, 'past day')}</summary>
      <Days periods={periods} />
    </details>
  );
}

/** What is open when, as a list of terms. */
function Lines({ lines }: { lines: [term: string, values: string[]][] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(([term, values]) => (
        <div key={term}>
          <dt>{term}</dt>
          {values.map((value) => (
            <dd key={value}>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Week({ hours }: { hours: RegularHours }) {
  if (!hours?.periods.length) return <span className={common.muted}>{HOURS_NOT_SET}</span>;
  return (
    <table className={styles.week}>
      <tbody>
        {formatWeek(hours.periods).map(({ day, lines }) => (
          <tr key={day}>
            <th scope="row">{dayName(day)}</th>
            <td>
              {lines.map((line, index) => (
                <span key={index} className={styles.line}>
                  {line}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { StateNotice } from '../listings/state-notice';
import { viewUrl } from '../ui/views';
import styles from './overview-panels.module.css';

type Place = Schemas['LocationDto'];

/** Of each state. */
const SHOWN = 5;

/** The worse first. */
const GROUPS = [
  { state: 'SUSPENDED', title: 'Suspended places' },
  { state: 'UNVERIFIED', title: 'Unverified places' },
] as const;

interface PlacesInTroubleProps {
  /** Those that are known; verified ones are left out. */
  places: readonly Place[];
  /** How many there are in all. */
  total: number;
}

/** The places in a bad state, with what it means and how to mend it. */
export function PlacesInTrouble({ places, total }: PlacesInTroubleProps) {
  const groups = GROUPS.map((group) => ({
    ...group,
    shown: places.filter(({ state }) => state === group.state).slice(0, SHOWN),
  })).filter(({ shown }) => shown.length > 0);
  const more = total - groups.reduce((sum, { shown }) => sum + shown.length, 0);

  return (
    <>
      {groups.map(({ state, title, shown }) => (
        <section key={state} className={styles.group}>
          <h3 className={styles.groupTitle}>{title}</h3>
          <StateNotice state={state} />
          <ul className={styles.list}>
            {shown.map(({ id, accountId, name, address }) => (
              <li key={id} className={styles.item}>
                <p>
                  <Link
                    to={viewUrl('location-details', { account: accountId, location: id })}
                    className={styles.strong}
                  >
                    {name}
                  </Link>
                </p>
                {address && <p className={styles.note}>{address}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && <Link to={viewUrl('locations')}>+{more} more</Link>}
    </>
  );
}

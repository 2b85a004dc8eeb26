import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { StateNotice } from '../listings/state-notice';
import { viewUrl } from '../ui/views';
import styles from './overview-panels.module.css';

const SHOWN = 5;

interface PlacesInTroubleProps {
  state: 'SUSPENDED' | 'UNVERIFIED';
  title: string;
  /** Those in another state are left out. */
  places: readonly Schemas['LocationDto'][];
}

/** The places in a bad state, with what it means and how to mend it. */
export function PlacesInTrouble({ state, title, places }: PlacesInTroubleProps) {
  const affected = places.filter((place) => place.state === state);
  const more = affected.length - SHOWN;
  if (affected.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <StateNotice state={state} />
      <ul className={styles.list}>
        {affected.slice(0, SHOWN).map(({ id, accountId, name, address }) => (
          <li key={id} className={styles.item}>
            <p>
              <Link
                to={viewUrl('location-details', { account: accountId, location: id })}
                className={styles.strong}
              >
                {name}
              </Link>
            </p>
            <p className={styles.note}>{address}</p>
          </li>
        ))}
      </ul>
      {more > 0 && <Link to={viewUrl('locations')}>+{more} more</Link>}
    </section>
  );
}

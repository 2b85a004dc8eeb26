import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import type { LocationDetails } from '../use-listings';
import styles from './location-facts.module.css';

/** What a business offers, with prices. */
export function ServicesFacts({ services }: { services: LocationDetails['services'] }) {
  return (
    <Panel title="Services" note={services.length}>
      <ul className={styles.services}>
        {services.map(({ name, description, price }, index) => (
          <li key={index}>
            <span>{name}</span>
            {price && <span className={styles.price}>{price}</span>}
            {description && <p className={common.muted}>{description}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const KINDS = {
  CUSTOMER_LOCATION_ONLY: 'Visits customers, and has no address for them to visit.',
  CUSTOMER_AND_BUSINESS_LOCATION: 'Visits customers, and also serves them at its address.',
} as const;

/** Where a business visits its customers. */
export function ServiceAreaFacts({ area }: { area: NonNullable<LocationDetails['serviceArea']> }) {
  const { businessType, places } = area;
  if (!businessType && places.length === 0) return null;
  return (
    <Panel title="Service Area">
      {businessType && <p>{KINDS[businessType]}</p>}
      {places.length > 0 && <p className={styles.area}>{places.join(' · ')}</p>}
    </Panel>
  );
}

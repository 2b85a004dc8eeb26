import { Banner } from '../ui/banner';
import styles from './connect-fault-banner.module.css';
import type { ConnectFault } from './use-connect';

/** Says why connecting could not begin; nothing while nothing is wrong. */
export function ConnectFaultBanner({ fault }: { fault: ConnectFault | undefined }) {
  return (
    fault && (
      <Banner tone="error">
        <p className={styles.title}>{fault.title}</p>
        {fault.reason && <p>{fault.reason}</p>}
      </Banner>
    )
  );
}

import { RequestFault } from '../../business-profile/connect';
import { isWebAddress } from '../../lib/web-address';
import { ExternalLink } from '../../ui/basics/button';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { Panel } from '../../ui/layout/panel';
import { useAttributes } from '../use-listings';
import styles from './location-facts.module.css';

/** What else customers can read in the profile, such as wheelchair access, in Google's groups. */
export function AttributesPanel({ locationId }: { locationId: string }) {
  const { data: attributes, error, isValidating, mutate } = useAttributes(locationId);
  return (
    <Panel title="Attributes">
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the attributes. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!attributes && error === undefined} skeleton={<Skeleton shape="line" />}>
        {attributes?.length === 0 && <p className={common.muted}>None are set for this location.</p>}
        {[...Map.groupBy(attributes ?? [], ({ group }) => group)].map(([group, ofGroup]) => (
          <section key={group} className={styles.group} aria-label={group}>
            <h3 className={prose.minorTitle}>{group}</h3>
            <dl className={styles.facts}>
              {ofGroup.map(({ id, name, values }) => (
                <div key={id} className={styles.fact}>
                  <dt>{name}</dt>
                  {values.every(isWebAddress) ? (
                    values.map((address) => (
                      <dd key={address}>
                        <ExternalLink href={address}>{address}</ExternalLink>
                      </dd>
                    ))
                  ) : (
                    <dd>{values.join(', ')}</dd>
                  )}
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Loading>
    </Panel>
  );
}

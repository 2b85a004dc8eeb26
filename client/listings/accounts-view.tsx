import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { afterTries } from '../api/swr';
import { RefreshBar } from '../business-profile/refresh-bar';
import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { countOf, figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import { ButtonLink } from '../ui/basics/button';
import { Card, CardGrid } from '../ui/layout/card';
import { Icon } from '../ui/basics/icon';
import { Avatar, Badge } from '../ui/basics/labels';
import { Loading, SkeletonGrid } from '../ui/messages/loading';
import { NothingRead } from './nothing-read';
import { useAccounts } from './use-listings';
import styles from './view.module.css';

/** The business accounts; each card opens the locations of its account. */
export function AccountsView() {
  const { data: accounts, error: failed, isValidating, mutate } = useAccounts();
  const { error, isTrying } = afterTries(failed);
  const reading = useFirstReading();
  const isEmptyYet = accounts?.length === 0 && reading === 'pending';
  const failure = {
    message: 'Failed to load business accounts. Please try again.',
    onRetry: () => void mutate(),
    retrying: isValidating,
  };
  return (
    <div className={cx(common.stack4, styles.view)}>
      <div className={styles.headline}>
        <h1 tabIndex={-1}>Business Accounts</h1>
        <RefreshBar />
      </div>
      {error !== undefined && (accounts ? <ErrorState {...failure} /> : <FailedLoad {...failure} />)}
      <Loading
        busy={isEmptyYet || (!accounts && error === undefined)}
        isTrying={isTrying}
        skeleton={<SkeletonGrid cards={6} />}
        loadedMessage={accounts && `${countOf(accounts.length, 'account')} loaded`}
      >
        {accounts?.length === 0 && (reading === 'stuck' ? <NothingRead /> : <NoAccounts />)}
        {accounts && accounts.length > 0 && (
          <CardGrid
            count={accounts.length}
            card={(index) => {
              const account = accounts[index];
              return account && <AccountCard key={account.id} account={account} />;
            }}
          />
        )}
      </Loading>
    </div>
  );
}

type Account = Schemas['AccountDto'];

const TYPE_LABELS: Record<NonNullable<Account['type']>, string> = {
  PERSONAL: 'Personal',
  LOCATION_GROUP: 'Location group',
  USER_GROUP: 'User group',
  ORGANIZATION: 'Organization',
};

/** A business account, with a link to its locations, and one to those that need attention if there are any. */
function AccountCard({
  account: {
    id,
    name,
    type,
    state,
    locationCount,
    attentionCount,
    suspendedCount,
    sharedCount,
    profilePhotoUrl,
  },
}: {
  account: Account;
}) {
  const count = countOf(locationCount, 'location');
  const label = type && TYPE_LABELS[type];
  const attention = attentionWords(attentionCount, suspendedCount);
  return (
    <Card
      to={viewUrl('locations', { account: id })}
      title={name}
      status={state}
      details={label ? `${label}, ${count}` : count}
      media={<Avatar name={name} photoUrl={profilePhotoUrl} size="large" shape="square" />}
      plate={
        <p className={cx(common.line, common.small, styles.facts)}>
          {label && <Badge>{label}</Badge>}
          <span>{count}</span>
          {sharedCount > 0 && <span>{sharedWords(sharedCount, locationCount)}</span>}
          {attentionCount > 0 && (
            <Link
              className={styles.attention}
              to={viewUrl('locations', { account: id, sort: 'state' })}
              aria-label={`${attention} in ${name}`}
            >
              <Icon of={TriangleAlert} />
              {attention}
            </Link>
          )}
        </p>
      }
    />
  );
}

function attentionWords(count: number, suspended: number): string {
  const words = `${figure(count)} ${count === 1 ? 'needs' : 'need'} attention`;
  return suspended > 0 ? `${words}, ${figure(suspended)} suspended` : words;
}

/** How many locations other accounts show too: the numbers of all cards are more than there are locations. */
function sharedWords(shared: number, all: number): string {
  return shared === all ? 'Shared with other accounts' : `${figure(shared)} shared with other accounts`;
}

/** Says that there are no business accounts, and why. */
function NoAccounts() {
  const { connection } = useConnection();
  return (
    <EmptyState
      title="No business accounts yet"
      action={<ButtonLink to={viewUrl('setup')}>Check the connection</ButtonLink>}
    >
      {connection?.source === 'google'
        ? `${connection.email ?? 'Your Google account'} doesn’t manage a Business Profile on Google yet. ` +
          'Once it does, refresh this list. Or connect a Google account that does.'
        : 'The business accounts in your Google Business Profile will appear here.'}
    </EmptyState>
  );
}

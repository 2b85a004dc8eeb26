import type { Schemas } from '../api/client';
import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { viewUrl } from '../ui/views';
import { countOf } from './count-of';

type Account = Schemas['AccountDto'];

const TYPE_LABELS: Record<NonNullable<Account['type']>, string> = {
  PERSONAL: 'Personal',
  LOCATION_GROUP: 'Location group',
  USER_GROUP: 'User group',
  ORGANIZATION: 'Organization',
};

/** A business account; leads to its locations. */
export function AccountCard({
  account: { id, name, type, state, locationCount, profilePhotoUrl },
}: {
  account: Account;
}) {
  const count = countOf(locationCount, 'location');
  const label = type && TYPE_LABELS[type];
  return (
    <Card
      to={viewUrl('locations', { account: id })}
      title={name}
      status={state}
      details={label ? `${label}, ${count}` : count}
      media={<Avatar name={name} photoUrl={profilePhotoUrl} size="large" shape="square" />}
      plate={label && <Badge>{label}</Badge>}
      footer={count}
    />
  );
}

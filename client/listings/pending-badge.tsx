import { Hourglass } from 'lucide-react';
import type { Schemas } from '../api/client';
import { Badge } from '../ui/badge';

type Location = Schemas['LocationDto'];

interface PendingBadgeProps {
  location: Location;
  field: Location['pendingFields'][number];
}

/** Marks a field whose saved value Google still reviews, so that the public sees the former one. */
export function PendingBadge({ location: { pendingFields }, field }: PendingBadgeProps) {
  return (
    pendingFields.includes(field) && (
      <Badge icon={Hourglass} dashed>
        Pending review at Google
      </Badge>
    )
  );
}

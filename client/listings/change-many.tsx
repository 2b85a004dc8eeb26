import { Layers } from 'lucide-react';
import { useState } from 'react';
import { countOf, figure } from '../lib/count-of';
import { useNow } from '../lib/use-now';
import { viewUrl } from '../lib/views';
import { viewerTimeZone } from '../lib/wall-time';
import { ButtonLink } from '../ui/basics/button';
import { Banner } from '../ui/messages/banner';
import { draftName, keptWords, useBulkDrafts } from './bulk-drafts';

/** Leads to the edit of many locations. On sample data that says what it needs. */
export function ChangeManyLink() {
  const { data: drafts } = useBulkDrafts();
  if (drafts?.isOn === false) return null;
  return (
    <ButtonLink to={viewUrl('bulk-edit')} size="small" icon={Layers}>
      Change many
    </ButtonLink>
  );
}

const MINUTE = 60_000;

/** The latest draft of an edit of many locations, and how many more there are. Renders nothing without one. */
export function KeptDrafts() {
  const { data: drafts } = useBulkDrafts();
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(MINUTE);
  const [latest, ...others] = drafts?.items ?? [];
  if (!latest) return null;
  const { id, counts, expiresAt } = latest;
  return (
    <Banner
      tone="info"
      action={
        <ButtonLink
          size="small"
          to={others.length > 0 ? viewUrl('bulk-edit') : viewUrl('bulk-edit', { draft: id })}
        >
          {others.length > 0 ? `See ${figure(others.length + 1)} drafts` : 'Open draft'}
        </ButtonLink>
      }
    >
      {draftName(latest)} at {countOf(counts.chosen, 'location')}: draft,{' '}
      {keptWords(expiresAt, now, timeZone)}
    </Banner>
  );
}

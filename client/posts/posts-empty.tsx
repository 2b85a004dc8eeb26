import { CalendarPlus, SearchX } from 'lucide-react';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import type { PostTab } from './post-list';

interface PostsEmptyProps {
  tab: PostTab;
  search: string;
  /** Whether the posts of one location alone are shown. */
  ofLocation: boolean;
  onCompose: () => void;
  /** Takes search, tab and location back. */
  onShowAll: () => void;
}

/** What is missing when a tab is empty. */
export const NONE_IN_TAB: Readonly<Record<PostTab, string>> = Object.freeze({
  ALL: 'No posts',
  SCHEDULED: 'No scheduled posts',
  PUBLISHED: 'No published posts',
  FAILED: 'No failed posts',
});

/** Why the table is empty, and the next step: nothing was ever scheduled, nothing matches, or nothing is in the tab. */
export function PostsEmpty({ tab, search, ofLocation, onCompose, onShowAll }: PostsEmptyProps) {
  if (search !== '')
    return (
      <EmptyState
        icon={SearchX}
        title="No posts match your search"
        action={<Button onClick={onShowAll}>Show all posts</Button>}
      >
        No text and no location {tab === 'ALL' ? '' : 'in this list '}contains “{search}”.
      </EmptyState>
    );
  if (ofLocation)
    return (
      <EmptyState
        icon={SearchX}
        title={`${NONE_IN_TAB[tab]} for this location`}
        action={<Button onClick={onShowAll}>Show all posts</Button>}
      >
        The posts of your other locations are hidden.
      </EmptyState>
    );
  const canShowAll = tab === 'PUBLISHED' || tab === 'FAILED';
  return (
    <EmptyState
      icon={CalendarPlus}
      title={tab === 'ALL' ? 'No posts yet' : NONE_IN_TAB[tab]}
      action={
        canShowAll ? (
          <Button onClick={onShowAll}>Show all posts</Button>
        ) : (
          <Button variant="primary" onClick={onCompose}>
            Schedule a post
          </Button>
        )
      }
    >
      {canShowAll ? 'Posts in this state appear here.' : 'Posts that you schedule appear here.'}
    </EmptyState>
  );
}

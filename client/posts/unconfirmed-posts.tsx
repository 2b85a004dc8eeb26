import { useState } from 'react';
import { useConnection } from '../business-profile/use-connection';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { soonestFirst } from './post-list';
import { isUnconfirmed } from './post-words';
import { UnconfirmedPostsDialog } from './unconfirmed-posts-dialog';
import { useUnconfirmedPosts } from './use-posts';

interface UnconfirmedPostsProps {
  timeZone: string;
  /** Posts were retried, and the dialog is gone; focus needs another place. */
  onRetried: () => void;
}

/** Says how many posts Google has neither confirmed nor listed, and leads to trying them again; nothing without any. */
export function UnconfirmedPosts({ timeZone, onRetried }: UnconfirmedPostsProps) {
  const { connection } = useConnection();
  const { data } = useUnconfirmedPosts(connection?.source === 'google');
  const [isOpen, setIsOpen] = useState(false);
  const posts = soonestFirst(data?.items.filter(isUnconfirmed) ?? []);
  if (!data || posts.length === 0) return null;
  const count = data.nextCursor === null ? posts.length : data.counts.all;

  return (
    <>
      <Banner
        tone="warning"
        action={
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Show and retry
          </Button>
        }
      >
        Could not confirm: {count}. {count === 1 ? 'It' : 'They'} may be live on Google.
      </Banner>
      {isOpen && (
        <UnconfirmedPostsDialog
          posts={posts}
          total={count}
          timeZone={timeZone}
          onClose={() => setIsOpen(false)}
          onRetried={onRetried}
        />
      )}
    </>
  );
}

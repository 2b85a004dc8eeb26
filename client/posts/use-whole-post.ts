import { useEffect, useEffectEvent, useState } from 'react';
import type { WholePost } from './post-words';
import { fetchPost } from './use-posts';

/**
 * A post with what it was made of, as it was when it was asked for: a form goes on from there, whatever becomes of the
 * post meanwhile. Undefined until it is there.
 * @param id undefined asks for nothing
 * @param onFailure called with an ApiError when it does not come; wanted anew it is asked for anew
 */
export function useWholePost(
  id: string | undefined,
  onFailure: (error: unknown) => void,
): WholePost | undefined {
  const [whole, setWhole] = useState<WholePost>();
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    fetchPost(id).then(
      (post) => isCurrent && setWhole(post),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
      setWhole(undefined);
    };
  }, [id]);

  return whole?.id === id ? whole : undefined;
}

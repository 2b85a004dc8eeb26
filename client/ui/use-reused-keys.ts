import { useState } from 'react';

/**
 * Keys for what a short list shows. While any of it stays, each thing keeps its key, and with it element and focus; where
 * all of it is new, it takes over the elements of what was there before, which is quicker than making others.
 */
export function useReusedKeys(ids: readonly string[]): number[] {
  const [keys, setKeys] = useState<ReadonlyMap<string, number>>(new Map());
  const isSame = ids.length === keys.size && ids.every((id) => keys.has(id));
  const next = isSame ? keys : keysAfter(keys, ids);
  if (!isSame) setKeys(next);
  return ids.map((id) => next.get(id) ?? 0);
}

function keysAfter(before: ReadonlyMap<string, number>, ids: readonly string[]): Map<string, number> {
  if (!ids.some((id) => before.has(id))) return new Map(ids.map((id, place) => [id, place]));
  let last = Math.max(...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? (last += 1)]));
}

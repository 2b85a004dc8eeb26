import type { ComponentType } from 'react';
import { loadCode } from '../ui/load-code';

/** A route's `lazy`, from the import of its module. @throws CodeNotLoaded as `loadCode` does */
export function lazyPage(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: await loadCode(load) });
}

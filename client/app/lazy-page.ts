import type { ComponentType } from 'react';

/** Specification, section 9: lazily loaded code chunks. */
const TIMEOUT_MS = 120_000;

/** A page's code did not arrive: the network failed, or a new release has replaced the file. */
export class PageNotLoaded extends Error {}

/**
 * A route's `lazy`, from the import of its module.
 * @throws PageNotLoaded when the code has not arrived within 120 s, or cannot
 */
export function lazyPage(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PageNotLoaded('timed out')), TIMEOUT_MS);
    });
    try {
      return { Component: await Promise.race([load(), tooLate]) };
    } catch (cause) {
      throw new PageNotLoaded('The code of a page could not be loaded.', { cause });
    } finally {
      clearTimeout(timer);
    }
  };
}

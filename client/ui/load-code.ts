/** Specification, section 9: lazily loaded code chunks. */
const TIMEOUT_MS = 120_000;

/** A part of the client did not arrive: the network failed, or a new release has replaced the file. */
export class CodeNotLoaded extends Error {}

/**
 * Waits for the dynamic import of a chunk.
 * @throws CodeNotLoaded when it has not arrived within 120 s, or cannot
 */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeNotLoaded('timed out')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw new CodeNotLoaded('A part of the client could not be loaded.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A part of the client whose code is fetched apart. */
export interface Code<Loaded> {
  /** Fetches it, unless it is there. @throws CodeNotLoaded as `loadCode` does; the next call tries again */
  load: () => Promise<Loaded>;
  /** Undefined until it has arrived. */
  readonly loaded: Loaded | undefined;
}

/** What the dynamic import of a chunk gives, kept from when it has arrived. */
export function codeOf<Loaded>(load: () => Promise<Loaded>): Code<Loaded> {
  let loaded: Loaded | undefined;
  return {
    load: async () => (loaded ??= await loadCode(load)),
    get loaded() {
      return loaded;
    },
  };
}

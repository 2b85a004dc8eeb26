import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from './notify';

/** Specification, section 9: lazily loaded code chunks. */
const TIMEOUT_MS = 120_000;

/** A part of the client could not be loaded: the network failed, or a new release has replaced the file. */
export class CodeNotLoaded extends Error {}

/** The loaded parts by their import, so that they are available at once the next time. */
const loadedParts = new Map<() => Promise<unknown>, unknown>();

/**
 * Waits for the dynamic import of a chunk.
 * @throws CodeNotLoaded when it fails, or has not arrived within 120 s
 */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeNotLoaded('timed out')), TIMEOUT_MS);
  });
  try {
    const loaded = await Promise.race([load(), timeout]);
    loadedParts.set(load, loaded);
    return loaded;
  } catch (cause) {
    throw new CodeNotLoaded('Part of Shingle couldn’t be loaded.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A part that is loaded when it is first wanted; undefined until it has loaded.
 * @param onFailure called if it cannot be loaded; the next time it is wanted, loading is tried again
 */
export function useCode<Part>(
  load: () => Promise<Part>,
  wanted: boolean,
  onFailure: () => void,
): { Part: Part | undefined } {
  const [{ Part }, setLoaded] = useState(() => ({ Part: loadedParts.get(load) as Part | undefined }));
  const fail = useEffectEvent(onFailure);
  const isMissing = wanted && Part === undefined;

  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    loadCode(load).then(
      (loaded) => isCurrent && setLoaded({ Part: loaded }),
      () => isCurrent && fail(),
    );
    return () => {
      isCurrent = false;
    };
  }, [isMissing, load]);

  return { Part };
}

/** A dialog whose code is loaded when it is first opened. `failure` is shown if it cannot be loaded. */
export function useOnDemand<Part>(load: () => Promise<Part>, failure: string) {
  const [isWanted, setIsWanted] = useState(false);
  const { Part } = useCode(load, isWanted, () => {
    setIsWanted(false);
    notify.error(failure);
  });
  return {
    /** Set while the dialog is open. */
    Part: isWanted ? Part : undefined,
    /** Whether the dialog was opened and its code is still loading. */
    isOpening: isWanted && Part === undefined,
    open: () => setIsWanted(true),
    close: () => setIsWanted(false),
  };
}

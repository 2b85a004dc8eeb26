import { useState } from 'react';
import { loadCode } from './load-code';
import { notify } from './notify';

/** A dialog whose code is fetched apart, when it is first opened. `failure` is told when it does not arrive. */
export function useOnDemand<Part>(load: () => Promise<Part>, failure: string) {
  const [part, setPart] = useState<{ Part: Part }>();
  const [isOpening, setIsOpening] = useState(false);

  return {
    /** Set while it is open. */
    Part: part?.Part,
    /** Asked for, but not there yet. */
    isOpening,
    open(): void {
      if (isOpening) return;
      setIsOpening(true);
      loadCode(load)
        .then(
          (Part) => setPart({ Part }),
          () => notify.error(failure),
        )
        .finally(() => setIsOpening(false));
    },
    close: () => setPart(undefined),
  };
}

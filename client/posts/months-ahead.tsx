import { useEffect, useState } from 'react';
import { whenIdle } from '../ui/when-idle';
import { ALL_PAGES, type PostFilters, useKept, usePosts } from './use-posts';

interface MonthsAheadProps {
  /** The likelier first; asked once. */
  months: () => readonly PostFilters[];
}

interface Step {
  /** Which of the months is next, or being read. */
  number: number;
  isReading: boolean;
  /** The one before, if it could not be read. */
  failed?: PostFilters | undefined;
}

/**
 * Reads the months that a person may turn to next, as far as they are not kept, one after the other, each when the browser
 * has nothing else to do. When posts change they are forgotten, not read again.
 */
export function MonthsAhead({ months }: MonthsAheadProps) {
  const { isKept, drop } = useKept();
  const [wanted] = useState(() => months().filter((month) => !isKept(month)));
  const [{ number, isReading, failed }, setStep] = useState<Step>({ number: 0, isReading: false });
  const asked = isReading ? wanted[number] : undefined;
  const { isLoading, error } = usePosts(asked ?? null, ALL_PAGES, { quiet: true });
  if (isReading && !isLoading)
    setStep({ number: number + 1, isReading: false, failed: error === undefined ? undefined : asked });

  useEffect(() => {
    if (!isReading && number < wanted.length) return whenIdle(() => setStep({ number, isReading: true }));
  }, [isReading, number, wanted.length]);

  // Nobody has asked for it yet, so nobody is told: when it is shown it is read as if for the first time.
  useEffect(() => {
    if (failed) drop(failed);
  }, [failed, drop]);

  return null;
}

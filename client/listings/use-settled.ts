import { useEffect, useState } from 'react';

/** ms without a change. */
const SETTLE = 250;

/** The value, once it has stopped changing for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

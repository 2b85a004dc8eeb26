import { useEffect, useState } from 'react';

/** ms without a change. */
const SETTLE = 250;

/** The value, once it has stopped changing for a moment, 250 ms unless told. */
export function useSettled<Value>(value: Value, settle = SETTLE): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settle);
    return () => clearTimeout(timer);
  }, [value, settle]);
  return settled;
}

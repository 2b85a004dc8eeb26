import { useState } from 'react';
import { readSetting, writeSetting } from './browser-storage';

/** A setting of this browser that one part of the page shows: one of `choices`, at first the first of them. */
export function useSetting<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [value, setValue] = useState(() => {
    const stored = readSetting(name);
    return choices.find((choice) => choice === stored) ?? choices[0];
  });
  const choose = (choice: Choice): void => {
    setValue(choice);
    writeSetting(name, choice);
  };
  return [value, choose];
}

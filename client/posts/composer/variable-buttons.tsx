import type { RefObject } from 'react';
import { VARIABLES } from '../../campaigns/campaign-words';
import { focusAfter } from '../../lib/draw-first';
import { Button } from '../../ui/basics/button';
import styles from './variable-buttons.module.css';

interface VariableButtonsProps {
  box: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  value: string;
  /** The variables that the text may have; all unless given. */
  names?: readonly (keyof typeof VARIABLES)[];
  onChange: (value: string) => void;
}

/** Buttons that insert a variable at the caret. */
export function VariableButtons({ box, value, names, onChange }: VariableButtonsProps) {
  function insert(variable: string): void {
    const selectionStart = box.current?.selectionStart ?? value.length;
    const selectionEnd = box.current?.selectionEnd ?? value.length;
    focusAfter(
      () => onChange(value.slice(0, selectionStart) + variable + value.slice(selectionEnd)),
      () => box.current,
    );
    const caret = selectionStart + variable.length;
    box.current?.setSelectionRange(caret, caret);
  }
  return (
    <span role="group" aria-label="Words that differ by location" className={styles.variables}>
      <span aria-hidden="true">By location:</span>
      {(names ?? Object.keys(VARIABLES))
        .map((name) => `{${name}}`)
        .map((variable) => (
          <Button
            key={variable}
            size="row"
            variant="quiet"
            aria-label={`Insert ${variable}`}
            onClick={() => insert(variable)}
          >
            {variable}
          </Button>
        ))}
    </span>
  );
}

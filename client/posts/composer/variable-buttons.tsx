import type { RefObject } from 'react';
import { VARIABLES } from '../../campaigns/campaign-words';
import { focusAfter } from '../../lib/draw-first';
import { Button } from '../../ui/basics/button';
import styles from './variable-buttons.module.css';

interface VariableButtonsProps {
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
}

/** Buttons that insert a variable at the caret. */
export function VariableButtons({ box, value, onChange }: VariableButtonsProps) {
  function insert(variable: string): void {
    const { selectionStart = value.length, selectionEnd = value.length } = box.current ?? {};
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
      {Object.keys(VARIABLES)
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

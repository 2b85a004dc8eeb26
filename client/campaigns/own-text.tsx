import { useEffect, useRef, useState } from 'react';
import { figure } from '../lib/count-of';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { TextArea } from '../ui/form/inputs';
import { announce } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { Target } from './campaign-words';
import { isBlank } from '../lib/visible-text';

/** Google's limit, the same as the composer's. */
const MAX_SUMMARY = 1500;

interface OwnTextProps {
  target: Target;
  /** Whether it was saved. Null: the campaign's text again. */
  onSave: (summary: string | null) => Promise<boolean>;
  onClose: () => void;
}

/** The form to give one location of a plan a text for it only. */
export function OwnText({ target, onSave, onClose }: OwnTextProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(target.summary);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => box.current?.focus(), []);

  async function save(summary: string | null): Promise<void> {
    setIsBusy(true);
    const isSaved = await onSave(summary);
    setIsBusy(false);
    if (!isSaved) return;
    announce(`Text of ${target.locationName} changed.`);
    onClose();
  }

  function submit(): void {
    const length = [...text].length;
    const found = isBlank(text)
      ? 'Post content is required'
      : length > MAX_SUMMARY
        ? `Post content must be at most ${figure(MAX_SUMMARY)} characters`
        : undefined;
    setFault(found);
    if (found) box.current?.focus();
    else void save(text.trim());
  }

  return (
    <form
      noValidate
      className={common.stack2}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={`Text for ${target.locationName}`} hideLabel error={fault}>
        <TextArea
          ref={box}
          rows={3}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
          onKeyDown={(event) => {
            // Leaves the dialog open.
            if (event.key !== 'Escape') return;
            event.preventDefault();
            onClose();
          }}
        />
      </Field>
      <div className={common.wrap}>
        <Button size="small" variant="primary" type="submit" busyText={isBusy && 'Saving...'}>
          Save text
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        {target.hasOwnText && (
          <Button size="small" variant="quiet" onClick={() => void save(null)}>
            Use the campaign’s text
          </Button>
        )}
      </div>
    </form>
  );
}

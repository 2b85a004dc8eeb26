import { ImagePlus, Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useWorkspaceAddress } from '../../auth/workspace';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { FieldGroup } from '../../ui/form/field';
import common from '../../ui/layout/common.module.css';
import styles from './photo-field.module.css';
import type { PhotoUpload } from './use-photo-upload';

interface PhotoFieldProps {
  photoId: string;
  upload: PhotoUpload;
  error: string | undefined;
  hint: ReactNode;
  onRemove: () => void;
}

/** The photo of a post: chosen, dropped or pasted as a file, shown small, and removed again. */
export function PhotoField({ photoId, upload, error, hint, onRemove }: PhotoFieldProps) {
  const addressOf = useWorkspaceAddress();
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [first] = files ?? [];
    if (first) void upload.add(first);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };
  return (
    <FieldGroup
      legend="Photo (optional)"
      error={upload.fault ?? error}
      hint={hint ?? 'JPEG or PNG, 10 kB to 5 MB, at least 250 px high and wide.'}
    >
      <div
        className={cx(common.line, styles.drop, isOver && styles.over)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        {photoId && (
          <img
            className={styles.photo}
            src={addressOf(`/api/photos/${photoId}/preview`)}
            alt="Chosen for this post"
          />
        )}
        <div className={common.wrap}>
          <Button
            size="small"
            icon={ImagePlus}
            name="photoId"
            busyText={upload.isBusy && 'Adding...'}
            onClick={() => file.current?.click()}
          >
            {photoId ? 'Choose another photo' : 'Add a photo'}
          </Button>
          {photoId && !upload.isBusy && (
            <Button size="small" variant="quiet" icon={Trash2} onClick={onRemove}>
              Remove photo
            </Button>
          )}
        </div>
        {!photoId && <p className={prose.meta}>Or drop or paste it here.</p>}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        aria-label="Photo file"
        onChange={({ target }) => {
          take(target.files);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </FieldGroup>
  );
}

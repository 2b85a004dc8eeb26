import { Fragment } from 'react';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { Switch } from '../ui/form/switch';
import styles from './notice-settings.module.css';
import type { NoticeKind, NoticeSettings } from './use-notice-settings';

type Group = NoticeSettings['kinds'][number]['group'];

const GROUPS: Readonly<Record<Group, string>> = Object.freeze({
  posts: 'Posts',
  connection: 'Connection to Google',
  locations: 'Locations',
  profiles: 'Profiles',
  reviews: 'Reviews',
});

/** Where notices of each kind go. */
export interface KindsColumn {
  /** The head of the column. */
  title: string;
  /** What a switch adds to the name of its kind. */
  words: string;
  kinds: readonly NoticeKind[];
  onChange: (kinds: NoticeKind[]) => void;
}

interface KindsTableProps {
  caption: string;
  kinds: NoticeSettings['kinds'];
  columns: readonly KindsColumn[];
}

/** One row for each kind of notice, with a switch for each way. */
export function KindsTable({ caption, kinds, columns }: KindsTableProps) {
  return (
    <table className={styles.kinds}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Kind</VisuallyHidden>
          </th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, title, group, isUrgent }, index) => (
          <Fragment key={kind}>
            {group !== kinds[index - 1]?.group && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {GROUPS[group]}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">
                {title}
                {isUrgent && <span className={prose.meta}> even in quiet hours</span>}
              </th>
              {columns.map((column) => (
                <td key={column.title}>
                  <Switch
                    inRow
                    checked={column.kinds.includes(kind)}
                    onChange={({ target }) =>
                      column.onChange(
                        target.checked
                          ? [...column.kinds, kind]
                          : column.kinds.filter((other) => other !== kind),
                      )
                    }
                  >
                    <VisuallyHidden>
                      {title}, {column.words}
                    </VisuallyHidden>
                  </Switch>
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

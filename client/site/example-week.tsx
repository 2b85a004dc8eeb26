import { Badge, STATUS, type Status } from '../ui/labels';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { VisuallyHidden } from '../ui/screen-reader';
import styles from './example-week.module.css';

type Post = [status: Status, time: string, storeCode: string, words: string];

const WEEK: [day: string, posts: Post[]][] = [
  [
    'Tuesday',
    [
      ['PUBLISHED', '07:30', 'HC-01', 'Sourdough is out of the oven'],
      ['FAILED', '08:00', 'QH-01', 'Three nights for two'],
      ['QUEUED', '09:00', 'HC-03', 'Four loaves left'],
    ],
  ],
  [
    'Wednesday',
    [
      ['SCHEDULED', '12:00', 'BD-02', 'A check-up takes half an hour'],
      ['SCHEDULED', '19:00', 'NB-01', 'Quiz night at eight'],
    ],
  ],
  ['Thursday', [['SCHEDULED', '15:00', 'KC-01', 'The night of the big kiln']]],
  [
    'Friday',
    [
      ['SCHEDULED', '09:00', 'HC-01', 'Fresh bread from nine'],
      ['SCHEDULED', '17:00', 'BD-01', 'Whitening, early slots'],
      ['SCHEDULED', '18:00', 'NB-01', 'Live: The Tidewrack'],
    ],
  ],
  ['Saturday', [['SCHEDULED', '10:00', 'MF-01', 'Market day at Old Wharf']]],
  ['Sunday', []],
  [
    'Monday',
    [
      ['SCHEDULED', '08:00', 'HC-01', 'New on the shelf'],
      ['SCHEDULED', '17:00', 'BD-02', 'Evening appointments'],
    ],
  ],
];

/** Seven days as the dashboard shows them, with made-up posts. Static, since the home page has no data and little code. */
export function ExampleWeek() {
  return (
    <div className={styles.frame}>
      <p className={styles.cap}>
        Content Calendar <Badge dashed>Example</Badge>
      </p>
      <ol className={styles.days}>
        {WEEK.map(([day, posts]) => (
          <li key={day} className={styles.day}>
            <p className={styles.name}>{day}</p>
            {posts.length === 0 && <p className={styles.none}>Nothing planned</p>}
            <ul className={styles.posts}>
              {posts.map(([status, time, storeCode, words]) => {
                const { label, icon, tone } = STATUS[status];
                return (
                  <li key={time} className={cx(styles.post, styles[tone])}>
                    <p className={styles.when}>
                      <Icon of={icon} />
                      <VisuallyHidden>{label}, </VisuallyHidden>
                      {time}
                      <span className={styles.code}>{storeCode}</span>
                    </p>
                    <p className={styles.words}>{words}</p>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

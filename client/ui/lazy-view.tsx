import { type ComponentType, useState } from 'react';
import type { Code } from './load-code';
import { Skeleton } from './skeleton';
import { useCode } from './use-code';
import styles from './lazy-view.module.css';

/**
 * A view whose code is fetched when it is first shown, with skeletons until it is there. That it does not arrive is
 * thrown, for the page's error boundary.
 */
export function lazyView<Props extends object>(code: Code<ComponentType<Props>>): ComponentType<Props> {
  return function LazyView(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const { Part: View } = useCode(code, failure === undefined, (error) => setFailure({ error }));
    if (failure) throw failure.error;
    if (View) return <View {...props} />;
    return (
      <div aria-busy="true" className={styles.skeletons}>
        <Skeleton shape="title" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    );
  };
}

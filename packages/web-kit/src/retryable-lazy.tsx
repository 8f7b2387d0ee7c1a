import { Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
// oxlint-disable-next-line no-restricted-imports -- this makes it retryable
import { lazy } from 'react';

/** React.lazy keeps a failure for good. This component loads again when it is mounted again. */
export const retryableLazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
) => {
  const create = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        current = create();
        throw error;
      }
    });
  let current = create();
  const RetryableLazy = (props: Props) => {
    // While mounted, it keeps the one that failed, so that the error boundary gets the error.
    const [Loaded] = useState(() => current);
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  };
  return RetryableLazy;
};

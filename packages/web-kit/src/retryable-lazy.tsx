import { Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
// oxlint-disable-next-line no-restricted-imports -- this makes it retryable
import { lazy } from 'react';

/**
 * Unlike React.lazy, which never retries after a failure, this component loads again when it is mounted
 * again.
 */
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
    // While mounted, the component keeps the failed import, so that the error boundary receives the error.
    const [Loaded] = useState(() => current);
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  };
  return RetryableLazy;
};

import type { ComponentType, ReactNode } from 'react';
import { retryableLazy } from './retryable-lazy.tsx';

/**
 * A lazy component without React.lazy's first fallback, after which React delays the content by up to 300 ms.
 */
export const preloadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
) => {
  let Loaded: ComponentType<Props> | undefined;
  const Later = retryableLazy(load, fallback);
  const Preloadable = (props: Props) => (Loaded ? <Loaded {...props} /> : <Later {...props} />);
  const preload = async (): Promise<void> => {
    Loaded = await load();
  };
  return Object.assign(Preloadable, { preload });
};
export type PreloadablePage = ReturnType<typeof preloadable<object>>;

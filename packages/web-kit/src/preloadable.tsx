import { lazy, type ComponentType } from 'react';

/**
 * A component in a separate chunk that can be loaded before it is rendered. A lazy component would first show
 * its fallback, which React keeps for up to 300 ms.
 */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let Loaded: ComponentType<Props> | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  const Preloadable = (props: Props) => (Loaded ? <Loaded {...props} /> : <Later {...props} />);
  const preload = async (): Promise<void> => {
    Loaded = await load();
  };
  return Object.assign(Preloadable, { preload });
};
export type PreloadablePage = ReturnType<typeof preloadable<object>>;

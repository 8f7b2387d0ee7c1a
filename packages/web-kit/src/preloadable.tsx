import { lazy, type ComponentType } from 'react';

/**
 * A component in a chunk of its own that can be there before it is drawn. A lazy one would first show what waits for it,
 * and React holds back what follows that for up to 300 ms.
 */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let Loaded: ComponentType<Props> | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  const Preloadable = (props: Props) => (Loaded ? <Loaded {...props} /> : <Later {...props} />);
  /** For before it is drawn. Rejects where the chunk can't be had. */
  const preload = async (): Promise<void> => {
    Loaded = await load();
  };
  return Object.assign(Preloadable, { preload });
};
/** A page made by `preloadable`. */
export type PreloadablePage = ReturnType<typeof preloadable<object>>;

import { lazy, type ComponentType } from 'react';

/**
 * A page in a chunk of its own that can be there before it is drawn: a lazy one would first show what waits for it, in the
 * place of the first page that has its look already.
 */
export const preloadable = (load: () => Promise<ComponentType>) => {
  let Loaded: ComponentType | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  const Page = () => (Loaded ? <Loaded /> : <Later />);
  /** For before the app is drawn. Rejects where the chunk can't be had. */
  const preload = async (): Promise<void> => {
    Loaded = await load();
  };
  return Object.assign(Page, { preload });
};

import { preloadable, type PreloadablePage } from '@qr-attendance/web-kit';
import { Fragment, Suspense, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { LoadingState } from './states.tsx';

type Wrapper = ComponentType<{ children: ReactNode }> & Partial<Pick<PreloadablePage, 'preload'>>;

/** The pages of a remote by path, which are loaded on demand, each in a wrapper if it needs one. */
export const areaRoutes = (
  loaders: Record<string, () => Promise<ComponentType>>,
  wrapperOf: (path: string) => Wrapper | undefined = () => undefined,
) => {
  const pages = new Map(
    Object.entries(loaders).map(([path, load]) => [path, preloadable(load, <LoadingState />)]),
  );
  const preparePage = async (path: string): Promise<void> => {
    await Promise.all([pages.get(path)?.preload(), wrapperOf(path)?.preload?.()]);
  };
  const AreaRoutes = () => (
    <Suspense fallback={<LoadingState />}>
      <Routes>
        {[...pages].map(([path, Page]) => {
          const Wrapper = wrapperOf(path) ?? Fragment;
          return (
            <Route
              key={path}
              path={path}
              element={
                <Wrapper>
                  <Page />
                </Wrapper>
              }
            />
          );
        })}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
  return { preparePage, AreaRoutes };
};

import type { PreloadablePage } from '@qr-attendance/web-kit';
import { Fragment, Suspense, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from './not-found-page.tsx';
import { LoadingState } from './states.tsx';

type Wrapper = ComponentType<{ children: ReactNode }> & Partial<Pick<PreloadablePage, 'preload'>>;

/** The pages of a remote by path, each in a wrapper if it needs one. */
export const areaRoutes = (
  pages: Record<string, PreloadablePage>,
  wrapperOf: (path: string) => Wrapper | undefined = () => undefined,
) => ({
  preparePage: async (path: string): Promise<void> => {
    await Promise.all([pages[path]?.preload(), wrapperOf(path)?.preload?.()]);
  },
  AreaRoutes: () => (
    <Suspense fallback={<LoadingState />}>
      <Routes>
        {Object.entries(pages).map(([path, Page]) => {
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
  ),
});

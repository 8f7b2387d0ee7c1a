import { preloadable, type AreaPage, type PreloadablePage } from '@qr-attendance/web-kit';
import { Fragment, Suspense, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { LoadingState } from './states.tsx';

type Wrapper = ComponentType<{ children: ReactNode }> & Partial<Pick<PreloadablePage, 'preload'>>;

interface Options {
  Wrapper?: Wrapper;
  Fallback?: ComponentType;
}

/** Routes for the pages that a remote declares, which are loaded on demand. */
export const areaRoutes = (
  declarations: readonly AreaPage[],
  { Wrapper, Fallback = NotFoundPage }: Options = {},
) => {
  const pages = declarations.flatMap(({ path, load, plain }) =>
    load === 'with-remote'
      ? []
      : [
          {
            path,
            Page: preloadable(load, <LoadingState />),
            Wrapper: (plain ? undefined : Wrapper) ?? (Fragment as Wrapper),
          },
        ],
  );
  const preparePage = async (path: string): Promise<void> => {
    const page = pages.find((one) => one.path === path);
    await Promise.all([page?.Page.preload(), page?.Wrapper.preload?.()]);
  };
  const AreaRoutes = () => (
    <Suspense fallback={<LoadingState />}>
      <Routes>
        {pages.map(({ path, Page, Wrapper: PageWrapper }) => (
          <Route
            key={path}
            path={path}
            element={
              <PageWrapper>
                <Page />
              </PageWrapper>
            }
          />
        ))}
        <Route path="*" element={<Fallback />} />
      </Routes>
    </Suspense>
  );
  return { preparePage, AreaRoutes };
};

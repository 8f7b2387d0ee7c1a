import { areaRoutes, LoadingState } from '@qr-attendance/ui-kit';
import { preloadable } from '@qr-attendance/web-kit';
import { pages } from './pages.ts';

const NotifyProvider = preloadable(
  async () => (await import(/* webpackChunkName: "notify-provider" */ './notify-provider.ts')).NotifyProvider,
  <LoadingState />,
);

export const { preparePage, AreaRoutes: StudentRoutes } = areaRoutes(pages, { Wrapper: NotifyProvider });

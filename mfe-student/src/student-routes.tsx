import { areaRoutes, LoadingState } from '@qr-attendance/ui-kit';
import { preloadable } from '@qr-attendance/web-kit';
import { pageLoaders } from './page-loaders.ts';

const NotifyProvider = preloadable(
  async () => (await import(/* webpackChunkName: "notify-provider" */ './notify-provider.ts')).NotifyProvider,
  <LoadingState />,
);

export const { preparePage, AreaRoutes: StudentRoutes } = areaRoutes(pageLoaders, (path) =>
  path === 'scan' ? undefined : NotifyProvider,
);

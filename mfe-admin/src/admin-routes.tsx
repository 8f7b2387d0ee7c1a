import { areaRoutes } from '@qr-attendance/ui-kit';
import { pageLoaders } from './page-loaders.ts';
import './shared/admin.css';

export const { preparePage, AreaRoutes: AdminRoutes } = areaRoutes(pageLoaders);

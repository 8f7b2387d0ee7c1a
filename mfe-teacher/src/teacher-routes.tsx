import { areaRoutes } from '@qr-attendance/ui-kit';
import { pageLoaders } from './page-loaders.ts';

export const { preparePage, AreaRoutes: TeacherRoutes } = areaRoutes(pageLoaders);

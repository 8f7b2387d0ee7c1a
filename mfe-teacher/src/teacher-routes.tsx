import { areaRoutes } from '@qr-attendance/ui-kit';
import { pages } from './pages.ts';

export const { preparePage, AreaRoutes: TeacherRoutes } = areaRoutes(pages);

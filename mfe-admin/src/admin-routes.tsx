import { areaRoutes } from '@qr-attendance/ui-kit';
import { pages } from './pages.ts';
import './shared/admin.css';

export const { preparePage, AreaRoutes: AdminRoutes } = areaRoutes(pages);

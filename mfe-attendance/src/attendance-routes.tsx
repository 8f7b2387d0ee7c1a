import { areaRoutes } from '@qr-attendance/ui-kit';
import { MarkPage } from './features/mark/pages/mark-page.tsx';
import { pages } from './pages.ts';

/** Unknown paths also open the marking page, which reads the code from the path. */
export const { preparePage, AreaRoutes: AttendanceRoutes } = areaRoutes(pages, { Fallback: MarkPage });

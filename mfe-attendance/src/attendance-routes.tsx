import { areaRoutes } from '@qr-attendance/ui-kit';
import { MarkPage } from './features/mark/pages/mark-page.tsx';
import { pages } from './pages.ts';

/** The marking page reads the code in any path. */
export const { preparePage, AreaRoutes: AttendanceRoutes } = areaRoutes(pages, { Fallback: MarkPage });

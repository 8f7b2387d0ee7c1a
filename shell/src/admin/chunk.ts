// The administrators' area: a chunk of its own, which brings its texts along and which nobody else loads.
import { installCatalogue } from '@qr-attendance/web-kit';
import { adminCatalogue } from '../messages/admin.ts';

export { AdminArea } from './admin-area.tsx';

await installCatalogue(adminCatalogue);

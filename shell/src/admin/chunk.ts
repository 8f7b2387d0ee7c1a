// The administrators' area: a chunk of its own, which brings its texts along and which nobody else loads.
import { installCatalogue } from '@qr-attendance/web-kit';
import { accountCatalogue } from '../messages/account.ts';
import { adminCatalogue } from '../messages/admin.ts';

export { AdminArea } from './admin-area.tsx';

await Promise.all([installCatalogue(adminCatalogue), installCatalogue(accountCatalogue)]);

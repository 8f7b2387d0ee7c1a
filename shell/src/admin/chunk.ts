import { installCatalog } from '@qr-attendance/web-kit';
import { accountCatalog } from '../messages/account.ts';
import { adminCatalog } from '../messages/admin.ts';

export { AdminArea } from './admin-area.tsx';

await Promise.all([installCatalog(adminCatalog), installCatalog(accountCatalog)]);

import { configOfArea } from '@qr-attendance/e2e/support/config';

export default configOfArea('admin', import.meta.dirname);

import { configOfArea } from '@qr-attendance/e2e/support/config';

export default configOfArea('teacher', import.meta.dirname);

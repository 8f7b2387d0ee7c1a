import { configOfArea } from '@qr-attendance/e2e/support/config';

export default configOfArea('student', import.meta.dirname);

import { remoteConfig } from '@qr-attendance/tooling/rspack';

export default remoteConfig({ name: 'student', dir: import.meta.dirname });

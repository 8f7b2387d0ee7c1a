import { remoteConfig } from '@qr-attendance/tooling/rspack';

export default remoteConfig({ name: 'teacher', dir: import.meta.dirname });

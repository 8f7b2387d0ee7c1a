import { remoteConfig } from '@qr-attendance/tooling/rspack';

export default remoteConfig({ name: 'attendance', dir: import.meta.dirname });

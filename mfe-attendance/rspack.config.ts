import { remoteConfig, type Mode } from '@qr-attendance/tooling/rspack';

export default (_env: unknown, { mode }: { mode?: Mode }) =>
  remoteConfig({ name: 'attendance', dir: import.meta.dirname, mode });

import type { ServiceName } from '@qr-attendance/contracts';

/** A service behind the gateway and the public paths it owns. */
export interface Upstream {
  name: ServiceName;
  url: string;
  /** Each stands for itself and all below it. */
  paths: string[];
}

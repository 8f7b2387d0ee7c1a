import type { ServiceName } from '@qr-attendance/contracts';
import type { RequestKind } from '../clients/kind.ts';

/** A service behind the gateway and the public paths it owns. */
export interface Upstream {
  name: ServiceName;
  url: string;
  /** Each stands for itself and all below it. */
  paths: string[];
  /** Kinds of requests that get through to it however busy it is with others. */
  reserves?: RequestKind[];
}

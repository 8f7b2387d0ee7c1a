import type { SigningDevice } from './judge-device.ts';

/** What a request itself tells of where a mark comes from. */
export interface MarkOrigin {
  /** As the gateway saw it. */
  address: string;
  /** The browser that signed the request, if one did. */
  device: SigningDevice | undefined;
}

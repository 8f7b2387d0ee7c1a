import type { AnonymousScan, DeviceKey } from '@qr-attendance/contracts';
import { thumbprintOf } from '@qr-attendance/server';
import type { ScanTokens } from './scan-tokens.ts';
import type { FindByLiveCode } from './verify-code.ts';

interface Deps {
  findByLiveCode: FindByLiveCode;
  scanTokens: ScanTokens;
}

/**
 * Redeems a code for someone who must sign in first. What it gives lives longer than a code, so it is bound to the key
 * of the browser that scanned: forwarded to a friend it is worth nothing.
 */
export const makeScanAnonymously =
  ({ findByLiveCode, scanTokens }: Deps) =>
  async (code: string, deviceKey: DeviceKey): Promise<AnonymousScan> => {
    const session = await findByLiveCode(code);
    const { scan, expiresAt } = scanTokens.sign(session.id, thumbprintOf(deviceKey));
    return { scan, expiresAt: expiresAt.toISOString() };
  };

import { routes } from '@qr-attendance/contracts';
import {
  classifyFailure,
  createQueryClient,
  deviceKey,
  onSignOut,
  DeviceKeyError,
  cacheScan,
  receiveScan,
  scanMoment,
  type ApiClient,
} from '@qr-attendance/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { savedScan } from './saved-scan.ts';

export const scanQueries = createQueryClient();
onSignOut(() => scanQueries.clear());

const once = { staleTime: Infinity, gcTime: Infinity } as const;

/** Redeems a code for a signed-out visitor; null if the browser cannot store the required key. */
export const saveScanQuery = (api: ApiClient, code: string) =>
  queryOptions({
    ...once,
    queryKey: ['scan', 'keep', code],
    queryFn: async () => {
      const saved = savedScan.find(code);
      if (saved) return saved;
      try {
        const { publicKey } = await deviceKey();
        const body = { code, ...scanMoment(), deviceKey: publicKey };
        const scan = await api.call(routes.session.scanAnonymously, { body, signed: true });
        return savedScan.save(code, scan);
      } catch (error) {
        if (error instanceof DeviceKeyError) return null;
        throw error;
      }
    },
  });

/** Starts at once, because the code may expire while the sign-in page loads. */
export const startSavingScan = (api: ApiClient, code: string): Promise<void> =>
  scanQueries.prefetchQuery({ ...saveScanQuery(api, code), staleTime: 0 });

export const redeemScanQuery = (api: ApiClient, userId: string, code: string) =>
  queryOptions({
    ...once,
    queryKey: ['scan', 'redeem', userId, code],
    gcTime: 0,
    queryFn: async () => {
      const waiting = savedScan.findIncludingExpired(code);
      if (!waiting) return null;
      try {
        const at = new Date().toISOString();
        const body = { scan: waiting.scan, at, deviceKey: (await deviceKey()).publicKey };
        const scan = await api.call(routes.session.redeemScan, { body, signed: true });
        cacheScan({ userId, qrCode: code }, receiveScan(scan));
      } catch (error) {
        // The marking page shows why a code was rejected.
        if (classifyFailure(error).kind !== 'refused') throw error;
      }
      savedScan.delete(code);
      scanQueries.removeQueries({ queryKey: saveScanQuery(api, code).queryKey });
      return null;
    },
  });

import { routes } from '@qr-attendance/contracts';
import {
  classifyFailure,
  createQueryClient,
  deviceKey,
  onSignOut,
  DeviceKeyError,
  cacheScan,
  scanMoment,
  type ApiClient,
} from '@qr-attendance/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { waitingScan } from './waiting-scan.ts';

/** One for the page: the guard starts what the sign-in page then waits for. */
export const scanQueries = createQueryClient();
onSignOut(() => scanQueries.clear());

const once = { staleTime: Infinity, gcTime: Infinity } as const;

/** Redeems a code for someone who is not signed in; null where the browser can't have the key that this needs. */
export const keepingQuery = (api: ApiClient, code: string) =>
  queryOptions({
    ...once,
    queryKey: ['scan', 'keep', code],
    queryFn: async () => {
      const kept = waitingScan.find(code);
      if (kept) return kept;
      try {
        const { publicKey } = await deviceKey();
        const body = { code, ...scanMoment(), deviceKey: publicKey };
        const scan = await api.call(routes.session.scanAnonymously, { body, signed: true });
        waitingScan.keep(code, scan);
        return scan;
      } catch (error) {
        if (error instanceof DeviceKeyError) return null;
        throw error;
      }
    },
  });

/** Begins at once: the code may die while the sign-in page is on its way. */
export const startKeeping = (api: ApiClient, code: string): Promise<void> =>
  scanQueries.prefetchQuery({ ...keepingQuery(api, code), staleTime: 0 });

/** Exchanges what was scanned before the sign-in for this user's ticket, and puts it where the marking page looks. */
export const redeemingQuery = (api: ApiClient, userId: string, code: string) =>
  queryOptions({
    ...once,
    queryKey: ['scan', 'redeem', userId, code],
    gcTime: 0,
    queryFn: async () => {
      const waiting = waitingScan.findLately(code);
      if (!waiting) return null;
      try {
        const at = new Date().toISOString();
        const body = { scan: waiting.scan, at, deviceKey: (await deviceKey()).publicKey };
        const scan = await api.call(routes.session.redeemScan, { body, signed: true });
        cacheScan({ userId, qrCode: code }, scan);
      } catch (error) {
        // What is wrong with a code the marking page says.
        if (classifyFailure(error).kind !== 'refused') throw error;
      }
      waitingScan.forget(code);
      scanQueries.removeQueries({ queryKey: keepingQuery(api, code).queryKey });
      return null;
    },
  });

import { routes } from '@qr-attendance/contracts';
import { cachedScan, cacheScan, signScan, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { pendingMarks } from '../pending/pending-marks.ts';

export const scanKey = (userId: string, qrCode: string) => ['attendance', 'scan', userId, qrCode];

/**
 * A reload must not request another ticket. Leaving does not cancel the request, because its answer is
 * cached.
 */
export const useScan = (qrCode: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: scanKey(userId, qrCode),
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => {
      // A mark being sent from another tab belongs to this page too.
      const cached = cachedScan({ userId, qrCode }) ?? (await pendingMarks.find({ userId, qrCode }))?.scan;
      // The wait computed at the time of the scan is outdated.
      if (cached) return { ...cached, startsInMs: undefined };
      const scanProof = await signScan(qrCode);
      const scan = await api.call(routes.session.verifyCode, { params: { qrCode }, scanProof });
      cacheScan({ userId, qrCode }, scan);
      return scan;
    },
  });
};

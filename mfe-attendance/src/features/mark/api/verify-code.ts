import { routes } from '@qr-attendance/contracts';
import { cachedScan, cacheScan, signScan, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { pendingMarks } from '../pending/pending-marks.ts';

export const scanKey = (userId: string, qrCode: string) => ['attendance', 'scan', userId, qrCode];

/**
 * Exchanges the code for a ticket, once: the code dies within a minute, so nothing that happens later (a reload, the
 * window coming back to the front) may ask again while the ticket is good. Not canceled on leaving either: an answer
 * that is under way is kept.
 */
export const useScan = (qrCode: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: scanKey(userId, qrCode),
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => {
      // Another tab's mark on its way is this page's too.
      const kept = cachedScan({ userId, qrCode }) ?? (await pendingMarks.find({ userId, qrCode }))?.scan;
      // How long it was to wait when it was scanned says nothing now.
      if (kept) return { ...kept, startsInMs: undefined };
      const scanProof = await signScan(qrCode);
      const scan = await api.call(routes.session.verifyCode, { params: { qrCode }, scanProof });
      cacheScan({ userId, qrCode }, scan);
      return scan;
    },
  });
};

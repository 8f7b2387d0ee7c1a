import { useQuery } from '@tanstack/react-query';
import { pendingMarks } from '../pending/pending-marks.ts';
import type { Owner } from '../pending/pending-mark.ts';

export const usePendingMark = (owner: Owner) =>
  useQuery({
    queryKey: ['attendance', 'pending', owner.userId, owner.qrCode],
    queryFn: async () => (await pendingMarks.find(owner)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });

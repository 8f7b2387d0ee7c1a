import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

/** Accepts a mark as it is. */
export const useAcceptMark = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: () =>
      api.call(routes.attendance.reviewMark, { params: { id }, body: { decision: 'accept' } }),
    onSuccess: useToldMark(),
  });
};

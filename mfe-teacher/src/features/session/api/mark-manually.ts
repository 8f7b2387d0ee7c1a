import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

export type ManualMark = InputOf<typeof routes.attendance.markManually, 'body'>;

export const useMarkManually = () => {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ManualMark) => api.call(routes.attendance.markManually, { body }),
    onSuccess: useToldMark(),
  });
};

import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useToldMark } from './use-told-mark.ts';

export type ManualMark = InputOf<typeof routes.attendance.markManually, 'body'>;

export const useMarkManually = () => {
  const api = useApi();
  return useCancelableMutation({
    mutationFn: (body: ManualMark, signal) => api.call(routes.attendance.markManually, { body, signal }),
    onSuccess: useToldMark(),
  });
};

import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

export const useMarkByHand = () => {
  const api = useApi();
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.attendance.markByHand, 'body'>) =>
      api.call(routes.attendance.markByHand, { body }),
    onSuccess: useToldMark(),
  });
};

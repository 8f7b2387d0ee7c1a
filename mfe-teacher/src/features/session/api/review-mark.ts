import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

export type Decision = InputOf<typeof routes.attendance.reviewMark, 'body'>;

/** Accepts, corrects or refuses a mark. */
export const useReviewMark = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: (body: Decision) => api.call(routes.attendance.reviewMark, { params: { id }, body }),
    onSuccess: useToldMark(),
  });
};

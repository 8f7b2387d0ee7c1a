import { type AttendanceRecord, routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

/** Accepts a mark as the teacher sees it; one that has changed since is left alone. */
export const useAcceptMark = ({ _id: id, version }: AttendanceRecord) => {
  const api = useApi();
  return useMutation({
    mutationFn: () =>
      api.call(routes.attendance.reviewMark, { params: { id }, body: { decision: 'accept', version } }),
    onSuccess: useToldMark(),
  });
};

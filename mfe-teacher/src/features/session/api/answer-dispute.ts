import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useToldMark } from './use-told-mark.ts';

export const useAnswerDispute = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: (answer: string) =>
      api.call(routes.attendance.answerDispute, { params: { id }, body: { answer } }),
    onSuccess: useToldMark(),
  });
};

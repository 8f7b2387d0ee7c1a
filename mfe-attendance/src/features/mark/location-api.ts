import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { requestPosition } from './request-position.ts';

export const useCheckLocation = (ticket: string) => {
  const api = useApi();
  return useCancelableMutation({
    mutationFn: async () => {
      const position = await requestPosition();
      const check = await api.call(routes.attendance.checkLocation, { body: { ticket, location: position } });
      return { position, check };
    },
  });
};

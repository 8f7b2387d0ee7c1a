import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { requestPosition } from '../request-position.ts';

export const useCheckLocation = (ticket: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const position = await requestPosition();
      const check = await api.call(routes.attendance.checkLocation, { body: { ticket, location: position } });
      return { position, check };
    },
  });
};

import { routes } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { courseKeys } from '../../shared/api.ts';

export const useInvitation = (token: string) =>
  useApiQuery(routes.course.getInvitation, { params: { token } });

export const useAcceptInvitation = (token: string) =>
  useApiMutation(
    routes.course.acceptInvitation,
    (sectionId: string | undefined) => ({
      params: { token },
      ...(sectionId !== undefined && { body: { sectionId } }),
    }),
    { refetches: courseKeys },
  );

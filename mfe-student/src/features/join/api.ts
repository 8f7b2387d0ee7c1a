import { routes } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { courseKeys } from '../../shared/api.ts';

/** The course that an invitation link leads to. */
export const useInvitation = (token: string) =>
  useApiQuery(routes.course.getInvitation, { params: { token } });

export const useAcceptInvitation = (token: string) =>
  useApiMutation(routes.course.acceptInvitation, () => ({ params: { token } }), { refetches: courseKeys });

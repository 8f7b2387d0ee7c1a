import type { StudentProfile } from '@qr-attendance/contracts';
import { useIdentity } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { meKey } from './get-me.ts';

/** Takes what the server answered to a change into this page's profile, and has the shell read it again. */
export const useProfileChange = () => {
  const queries = useQueryClient();
  const identity = useIdentity();
  return async (changed: Partial<StudentProfile>): Promise<void> => {
    // An answer still on its way would put back what was before.
    await queries.cancelQueries({ queryKey: meKey });
    queries.setQueryData<StudentProfile>(meKey, (profile) => profile && { ...profile, ...changed });
    await identity.reload();
  };
};

import { routes, type RequiredChecks } from '@qr-attendance/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';

const POLICY = ['admin', 'institution-policy'];

export const useInstitutionPolicy = () => {
  const { api } = useIdentityState();
  return useQuery({
    queryKey: POLICY,
    queryFn: ({ signal }) => api.call(routes.session.getInstitutionPolicy, { signal }),
  });
};

export const useDecideFloor = () => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (floor: RequiredChecks) => api.call(routes.session.setInstitutionPolicy, { body: { floor } }),
    onSuccess: (policy) => queries.setQueryData(POLICY, policy),
  });
};

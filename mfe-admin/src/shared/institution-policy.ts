import { routes, type RequiredChecks } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';

export const useInstitutionPolicy = () => useApiQuery(routes.session.getInstitutionPolicy);

export const useDecideFloor = () => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.session.setInstitutionPolicy,
    (floor: RequiredChecks) => ({ body: { floor } }),
    { onSuccess: (policy) => queries.setQueryData(apiKey(routes.session.getInstitutionPolicy), policy) },
  );
};

import { routes, type RequiredChecks } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

export const checks = [
  'requirePin',
  'requireDevice',
  'requireSelfie',
  'requirePasskey',
] as const satisfies (keyof RequiredChecks)[];

export const useCheckNames = () => {
  const { t } = useTranslation('admin');
  return (required: RequiredChecks): string =>
    checks
      .filter((name) => required[name])
      .map((name) => t(`floor.check.${name}`))
      .join(', ') || t('settings.nothing');
};

export const useInstitutionPolicy = () => useApiQuery(routes.session.getInstitutionPolicy);

export const useDecideFloor = () => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.session.setInstitutionPolicy,
    (floor: RequiredChecks) => ({ body: { floor } }),
    { onSuccess: (policy) => queries.setQueryData(apiKey(routes.session.getInstitutionPolicy), policy) },
  );
};

import { routes, type RequiredChecks } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiQuery, useCancelableMutation } from '@qr-attendance/web-kit';
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

/**
 * Sends only the changed checks, because another administrator may have changed others since the page was
 * loaded.
 */
export const useSaveInstitutionFloor = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: async (changes: Partial<RequiredChecks>) => {
      const { floor } = await api.call(routes.session.getInstitutionPolicy, {});
      return api.call(routes.session.setInstitutionPolicy, { body: { floor: { ...floor, ...changes } } });
    },
    onSuccess: (policy) => queries.setQueryData(apiKey(routes.session.getInstitutionPolicy), policy),
  });
};

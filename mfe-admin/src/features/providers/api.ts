import { routes, type IdentityProvider, type InputOf } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';

export type NewProvider = InputOf<typeof routes.auth.createIdentityProvider, 'body'>;
export type ProviderChanges = InputOf<typeof routes.auth.changeIdentityProvider, 'body'>;

export const useProviders = () => useApiQuery(routes.auth.listIdentityProviders);

export const useCheckIssuer = () =>
  useApiMutation(routes.auth.checkIssuer, (body: InputOf<typeof routes.auth.checkIssuer, 'body'>) => ({
    body,
  }));

const refetches = [apiKey(routes.auth.listIdentityProviders)];

export const useCreateProvider = () =>
  useApiMutation(routes.auth.createIdentityProvider, (body: NewProvider) => ({ body }), { refetches });

const inputOf = (id: string) => ({ params: { id } });

export const useChangeProvider = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.auth.changeIdentityProvider,
    (body: ProviderChanges) => ({ ...inputOf(id), body }),
    {
      // Shows the changed provider at once.
      onSuccess: (changed) =>
        queries.setQueryData<IdentityProvider[]>(apiKey(routes.auth.listIdentityProviders), (listed) =>
          listed?.map((provider) => (provider._id === id ? changed : provider)),
        ),
      refetches,
    },
  );
};

export const useStartTest = (id: string) =>
  useApiMutation(routes.auth.testIdentityProvider, () => inputOf(id));
export const useTestResult = (id: string, test: string | undefined) =>
  useApiQuery(
    routes.auth.getProviderTest,
    { params: { id, test: test ?? '' } },
    { enabled: test !== undefined },
  );
export const usePreviewClaims = (id: string) =>
  useApiMutation(routes.auth.previewClaims, (pasted: string) => ({ ...inputOf(id), body: { pasted } }));
export const useFailures = (id: string) => useApiQuery(routes.auth.listProviderFailures, inputOf(id));

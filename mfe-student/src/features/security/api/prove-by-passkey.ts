import { routes } from '@qr-attendance/contracts';
import { useApi, type RequestOf } from '@qr-attendance/web-kit';
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';

type Proof = NonNullable<RequestOf<typeof routes.auth.confirmPasskey>['body']>;

/** Has the browser ask for finger or face, which is as good a proof as the password. */
export const useProveByPasskey = () => {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const options = await api.call(routes.auth.startPasskeyProof);
      // The contract and the library write the same standard down in types of their own.
      const credential: unknown = await startAuthentication({
        optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      });
      return api.call(routes.auth.confirmPasskey, {
        body: { credential: credential as Proof['credential'] },
      });
    },
  });
};

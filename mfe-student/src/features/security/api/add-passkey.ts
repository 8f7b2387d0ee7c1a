import { routes } from '@qr-attendance/contracts';
import { useApi, type RequestOf } from '@qr-attendance/web-kit';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

type NewPasskey = NonNullable<RequestOf<typeof routes.auth.addPasskey>['body']>;

/** Has the browser ask for finger or face and make a passkey, which the server then keeps under the name given. */
export const useAddPasskey = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await api.call(routes.auth.startPasskeyRegistration);
      // The contract and the library write the same standard down in types of their own.
      const credential: unknown = await startRegistration({
        optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
      });
      return api.call(routes.auth.addPasskey, {
        body: { name, credential: credential as NewPasskey['credential'] },
      });
    },
    onSuccess: (passkeys) => changed({ passkeys }),
  });
};

import {
  isStudentProfile,
  routes,
  type SecurityPreferences,
  type StudentProfile,
} from '@qr-attendance/contracts';
import {
  apiKey,
  registerDevice,
  type RequestOf,
  useApi,
  useApiMutation,
  useCancelableMutation,
  useIdentity,
} from '@qr-attendance/web-kit';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const meKey = [...apiKey(routes.auth.getMe), 'profile'];

/** The profile is not cached, because another device may have changed it. */
export const useMe = () => {
  const api = useApi();
  return useQuery({
    queryKey: meKey,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<StudentProfile> => {
      const { profile } = await api.call(routes.auth.getMe, { signal });
      if (!isStudentProfile(profile)) throw new Error('not a student');
      return profile;
    },
  });
};

const useProfileChange = () => {
  const queries = useQueryClient();
  const identity = useIdentity();
  return async (changed: Partial<StudentProfile>): Promise<void> => {
    // A response that is still in flight would restore the previous value.
    await queries.cancelQueries({ queryKey: meKey });
    queries.setQueryData<StudentProfile>(meKey, (profile) => profile && { ...profile, ...changed });
    await identity.reload();
  };
};

export const useUpdatePreferences = () =>
  useApiMutation(
    routes.auth.updateSecurity,
    (securityPreferences: SecurityPreferences) => ({ body: { securityPreferences } }),
    { onSuccess: useProfileChange() },
  );

export const useSetPin = () =>
  useApiMutation(routes.auth.setPin, (pin: string) => ({ body: { pin } }), {
    onSuccess: useProfileChange(),
  });

export const useWithdrawSelfieConsent = () =>
  useApiMutation(routes.auth.setSelfieConsent, () => ({ body: { given: false } }), {
    onSuccess: useProfileChange(),
  });

export const useRegisterDevice = () => {
  const api = useApi();
  const applyChange = useProfileChange();
  return useCancelableMutation({
    mutationFn: (deviceName: string) => registerDevice(api, deviceName),
    onSuccess: (registeredDevices) => applyChange({ registeredDevices }),
  });
};

export const useRemoveDevice = () => {
  const applyChange = useProfileChange();
  return useApiMutation(routes.auth.removeDevice, (deviceId: string) => ({ params: { deviceId } }), {
    onSuccess: (registeredDevices) => applyChange({ registeredDevices }),
  });
};

export const useRemovePasskey = () => {
  const applyChange = useProfileChange();
  return useApiMutation(routes.auth.removePasskey, (id: string) => ({ params: { id } }), {
    onSuccess: (passkeys) => applyChange({ passkeys }),
  });
};

type NewPasskey = NonNullable<RequestOf<typeof routes.auth.addPasskey>['body']>;

export const useAddPasskey = () => {
  const api = useApi();
  const applyChange = useProfileChange();
  return useCancelableMutation({
    mutationFn: async (name: string) => {
      const options = await api.call(routes.auth.startPasskeyRegistration, {});
      // The contract and the library have different types for the same standard.
      const credential: unknown = await startRegistration({
        optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
      });
      return api.call(routes.auth.addPasskey, {
        body: { name, credential: credential as NewPasskey['credential'] },
      });
    },
    onSuccess: (passkeys) => applyChange({ passkeys }),
  });
};

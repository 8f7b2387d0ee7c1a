import {
  isStudentProfile,
  routes,
  type SecurityPreferences,
  type StudentProfile,
} from '@qr-attendance/contracts';
import { createPasskey } from '@qr-attendance/ui-kit/passkey';
import {
  apiKey,
  registerDevice,
  useApi,
  useApiMutation,
  useCancelableMutation,
  useIdentity,
} from '@qr-attendance/web-kit';
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

export const useAddPasskey = () => {
  const api = useApi();
  const applyChange = useProfileChange();
  return useCancelableMutation({
    mutationFn: async (name: string) => {
      const credential = await createPasskey(await api.call(routes.auth.startPasskeyRegistration, {}));
      return api.call(routes.auth.addPasskey, { body: { name, credential } });
    },
    onSuccess: (passkeys) => applyChange({ passkeys }),
  });
};

import { routes } from '@qr-attendance/contracts';
import {
  defaultDeviceName,
  registerDevice,
  useApi,
  useCancelableMutation,
  useIdentity,
} from '@qr-attendance/web-kit';

interface MissingSetup {
  pin: string | undefined;
  device: boolean;
}

/** Returns the changed parts of the profile; the shell reloads the whole profile. */
export const useSetUp = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useCancelableMutation({
    mutationFn: async ({ pin, device }: MissingSetup) => {
      // The device comes first, because registering can fail in the browser and can be repeated with the same
      // id.
      const registeredDevices = device ? await registerDevice(api, defaultDeviceName()) : undefined;
      if (pin !== undefined) await api.call(routes.auth.setPin, { body: { pin } });
      return { ...(registeredDevices && { registeredDevices }), ...(pin !== undefined && { hasPin: true }) };
    },
    onSuccess: () => void reload(),
  });
};

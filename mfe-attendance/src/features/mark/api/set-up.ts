import { routes } from '@qr-attendance/contracts';
import { defaultDeviceName, registerDevice, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

interface Missing {
  pin: string | undefined;
  device: boolean;
  password: string | undefined;
}

/** Returns the changed parts of the profile; the shell reloads the whole. */
export const useSetUp = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useMutation({
    mutationFn: async ({ pin, device, password }: Missing) => {
      if (password) await api.call(routes.auth.confirmPassword, { body: { password } });
      // The device comes first, because registering can fail in the browser and can be repeated under the
      // same id.
      const registeredDevices = device ? await registerDevice(api, defaultDeviceName()) : undefined;
      if (pin !== undefined) await api.call(routes.auth.setPin, { body: { pin } });
      return { ...(registeredDevices && { registeredDevices }), ...(pin !== undefined && { hasPin: true }) };
    },
    onSuccess: () => void reload(),
  });
};

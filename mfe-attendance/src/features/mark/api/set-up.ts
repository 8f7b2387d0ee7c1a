import { routes } from '@qr-attendance/contracts';
import { defaultDeviceName, registerDevice, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

interface Missing {
  /** To be set; none where there is one. */
  pin: string | undefined;
  device: boolean;
  /** Where it had to be asked for. */
  password: string | undefined;
}

/**
 * Provides what a mark needs and this page can: a PIN, and this device. Answers what of the profile has changed; the
 * shell reads the whole of it again.
 */
export const useSetUp = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useMutation({
    mutationFn: async ({ pin, device, password }: Missing) => {
      if (password) await api.call(routes.auth.confirmPassword, { body: { password } });
      // The device first: it can fail for reasons of the browser, and is registered under the same id when tried again.
      const registeredDevices = device ? await registerDevice(api, defaultDeviceName()) : undefined;
      if (pin !== undefined) await api.call(routes.auth.setPin, { body: { pin } });
      return { ...(registeredDevices && { registeredDevices }), ...(pin !== undefined && { hasPin: true }) };
    },
    onSuccess: () => void reload(),
  });
};

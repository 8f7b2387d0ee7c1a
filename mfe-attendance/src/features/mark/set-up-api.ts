import { routes, type StudentProfile } from '@qr-attendance/contracts';
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

type SetUpHandler = (changed: Partial<StudentProfile>, pin: string | undefined) => void;

/**
 * Passes the changed parts of the profile to `onDone`; the shell reloads the whole profile. A handler given to `mutate`
 * would belong to the profile from before the request.
 */
export const useSetUp = (onDone: SetUpHandler) => {
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
    onSuccess: (changed, { pin }) => {
      onDone(changed, pin);
      void reload();
    },
  });
};

import { z } from 'zod/mini';
import { momentSchema, nameSchema } from '../common.ts';
import { deviceIdSchema, deviceKeySchema } from '../device-key.ts';
import { routesOf } from '../route.ts';
import { presentPasswordSchema } from './account-schemas.ts';
import { freshProofSchema, pinSchema, registeredDeviceSchema, securityPreferencesSchema } from './schemas.ts';

const { post, remove } = routesOf('auth');

export const updateSecurity = post('/api/auth/update-security', {
  summary: 'Set my preferences for marking attendance',
  access: 'student',
  grants: 'outlivesSession',
  proof: 'conditional',
  tells: ['checks_reduced'],
  body: z.object({ securityPreferences: securityPreferencesSchema }),
  answer: z.object({ securityPreferences: securityPreferencesSchema }),
});
export const setPin = post('/api/auth/set-pin', {
  summary: 'Set my attendance PIN',
  access: 'student',
  grants: 'outlivesSession',
  proof: 'conditional',
  tells: ['pin_changed'],
  body: z.object({ pin: pinSchema }),
  answer: z.object({ hasPin: z.literal(true) }),
});
export const registerDevice = post('/api/auth/register-device', {
  summary: 'Register this device',
  access: 'student',
  grants: 'outlivesSession',
  proof: 'conditional',
  tells: ['device_registered'],
  body: z.object({
    deviceId: deviceIdSchema,
    deviceName: nameSchema(50),
    publicKey: z.optional(deviceKeySchema),
  }),
  answer: z.array(registeredDeviceSchema),
});
/**
 * Required before devices and passkeys are added or removed, a PIN is set, or preferences are weakened. Registering, the
 * first sign-in through a provider and signing in with the password also count as a proof. For the first device and the
 * first PIN, any recent sign-in through a provider is sufficient.
 */
export const confirmPassword = post('/api/auth/confirm-password', {
  summary: 'Re-authenticate with my password',
  access: 'signed-in',
  grants: 'changesOwn',
  body: z.object({ password: presentPasswordSchema }),
  answer: freshProofSchema,
});
/** A replacement device has a cool-down; the same device registered again has none. */
export const removeDevice = remove('/api/auth/devices/:deviceId', {
  summary: 'Remove a device; returns the remaining ones',
  access: 'student',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['device_removed'],
  params: z.object({ deviceId: deviceIdSchema }),
  answer: z.array(registeredDeviceSchema),
});
/** Required before the first selfie; can be withdrawn. */
export const setSelfieConsent = post('/api/auth/selfie-consent', {
  summary: 'Give or withdraw consent to keep my selfies',
  access: 'student',
  grants: 'changesOwn',
  body: z.object({ given: z.boolean() }),
  answer: z.object({ selfieConsentAt: z.nullable(momentSchema) }),
});

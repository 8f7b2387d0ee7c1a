import { z } from 'zod/mini';
import { nameSchema } from '../common.ts';
import { deviceIdSchema } from '../device-key.ts';
import { routesOf } from '../route.ts';
import { passkeySchema, registeredDeviceSchema } from './schemas.ts';

const { get, post } = routesOf('auth');
const MAX_ITEMS = 50;

const accountCheckSchema = z.object({
  name: z.string(),
  /** True for a day after an unverified account was taken over with a link for a new password. */
  mayCorrectName: z.boolean(),
  devices: z.array(registeredDeviceSchema),
  passkeys: z.array(passkeySchema),
  hasPin: z.boolean(),
});
export type AccountCheck = z.infer<typeof accountCheckSchema>;

export const getAccountCheck = get('/api/auth/account-check', {
  summary: 'List what a previous user may have set up on my account',
  access: 'signed-in',
  grants: 'reads',
  answer: accountCheckSchema,
});
/** Removes all selected items or none; ignores unknown ids. Returns the remaining items. */
export const dropFromAccount = post('/api/auth/account-check', {
  summary: 'Remove selected devices, passkeys and the PIN from my account, and correct the name if permitted',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'conditional',
  tells: ['device_removed', 'passkey_removed', 'pin_changed'],
  refusals: [403],
  body: z.object({
    devices: z._default(z.array(deviceIdSchema).check(z.maxLength(MAX_ITEMS)), []),
    passkeys: z._default(z.array(z.uuid()).check(z.maxLength(MAX_ITEMS)), []),
    pin: z._default(z.boolean(), false),
    name: z.optional(nameSchema(200)),
  }),
  answer: accountCheckSchema,
});

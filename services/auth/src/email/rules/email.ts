import { z } from 'zod';

/** What is told by mail; the text is written when it is sent. */
export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device_registered'), deviceName: z.string(), countsFrom: z.string() }),
  z.object({ kind: z.literal('device_removed'), deviceName: z.string() }),
  z.object({ kind: z.literal('devices_reset') }),
  z.object({
    kind: z.literal('password_forgotten'),
    /**
     * Where it is about signing in without the password: hash of the secret of the browser that asked. No kind of its own, which
     * replicas of the release before could not read: they send a link for a new password.
     */
    signIn: z.object({ request: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('password_changed') }),
]);
export type Mail = z.infer<typeof mailSchema>;

/** A person; or whoever has an address, of whom there may be none. */
export type Addressee = { userId: string } | { emailKey: string };

import { z } from 'zod';

/** What is told by mail; the text is written when it is sent. */
export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device_registered'), deviceName: z.string(), countsFrom: z.string() }),
  z.object({ kind: z.literal('device_removed'), deviceName: z.string() }),
  z.object({ kind: z.literal('devices_reset') }),
  z.object({
    kind: z.literal('password_forgotten'),
    /**
     * Where it is about signing in without the password: hash of the secret of the browser that asked. No kind of its
     * own, which replicas of the release before could not read: they send a link for a new password.
     */
    signIn: z.object({ request: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('password_changed') }),
]);
export type Mail = z.infer<typeof mailSchema>;

/** A person; or whoever has an address, of whom there may be none. */
export type Addressee = { userId: string } | { emailKey: string };

export const RESET_LINK_HOURS = 1;
export const SIGN_IN_LINK_MINUTES = 15;

const PRODUCT = 'QR Attendance System';
const NOT_YOU = 'If this was not you, change your password immediately and tell your institution.';

interface Facts {
  /** By which a new password is chosen; only where the mail is about that. */
  link: string;
  /** In place of the link, to be typed; only where the mail is about signing in. */
  code?: string | undefined;
  /** In which days and hours are told. */
  timeZone: string;
}
const tellTime = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );

const contentOf = (mail: Mail, { link, code, timeZone }: Facts): { subject: string; lines: string[] } => {
  switch (mail.kind) {
    case 'device_registered':
      return {
        subject: 'A device was registered',
        lines: [
          `The device "${mail.deviceName}" was registered for your attendance.`,
          `It counts from ${tellTime(mail.countsFrom, timeZone)} (${timeZone}).`,
          NOT_YOU,
        ],
      };
    case 'device_removed':
      return {
        subject: 'A device was removed',
        lines: [`The device "${mail.deviceName}" no longer counts for your attendance.`, NOT_YOU],
      };
    case 'devices_reset':
      return {
        subject: 'Your devices were reset',
        lines: [
          'Your institution has removed all devices registered for your attendance.',
          'The next device you register counts immediately.',
        ],
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        lines: [
          'The password of your account was changed, and you were signed out everywhere else.',
          NOT_YOU,
        ],
      };
    case 'password_forgotten':
      if (code !== undefined)
        return {
          subject: 'Your sign-in link',
          lines: [
            'Someone, probably you, asked to sign in to your account without a password:',
            link,
            `Or enter this code on the page that asked for it: ${code}`,
            `The link and the code work once and expire in ${SIGN_IN_LINK_MINUTES} minutes. Never share the code. Your institution will never ask for it. If this was not you, ignore this email.`,
          ],
        };
      return {
        subject: 'Choose a new password',
        lines: [
          'Someone, probably you, asked to choose a new password for your account:',
          link,
          `The link works once and expires in ${RESET_LINK_HOURS} hour. If this was not you, ignore this email.`,
        ],
      };
  }
};

/** The words of a mail. */
export const renderEmail = (name: string, mail: Mail, facts: Facts): { subject: string; text: string } => {
  const { subject, lines } = contentOf(mail, facts);
  return { subject: `${PRODUCT}: ${subject}`, text: [`Hello ${name},`, ...lines, PRODUCT].join('\n\n') };
};

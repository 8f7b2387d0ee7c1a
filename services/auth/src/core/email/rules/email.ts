import { historyRootSchema, type HistoryRoot } from '@qr-attendance/contracts';
import { z } from 'zod';
import { type MailLanguage, mailLanguages } from '../../people/rules/language.ts';
import { emailTexts } from './email-texts.ts';
import { shortenTypedText } from './without-foreign-links.ts';

const admittedTeacherSchema = z.object({ inviteHash: z.string().optional() });
/** Somebody who may register as a teacher, with an invite code or because everybody may. */
export type AdmittedTeacher = z.infer<typeof admittedTeacherSchema>;

export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device_registered'), deviceName: z.string(), countsFrom: z.string() }),
  z.object({ kind: z.literal('device_removed'), deviceName: z.string() }),
  z.object({ kind: z.literal('devices_reset') }),
  z.object({ kind: z.literal('passkey_added'), passkeyName: z.string(), countsFrom: z.string() }),
  z.object({ kind: z.literal('passkey_removed'), passkeyName: z.string() }),
  z.object({ kind: z.literal('identity_linked'), provider: z.string() }),
  z.object({ kind: z.literal('identity_unlinked'), provider: z.string() }),
  z.object({
    kind: z.literal('password_forgotten'),
    /** Only for sign-in links: the hash of the secret of the browser that requested the link. */
    signIn: z.object({ request: z.string() }).optional(),
    /** The language of the requesting page; used if the person's language is unknown. */
    language: z.enum(mailLanguages).optional().catch(undefined),
    verification: z.boolean().optional(),
    request: z.string().optional(),
  }),
  z.object({
    kind: z.literal('registration_link'),
    language: z.enum(mailLanguages).optional().catch(undefined),
    teacher: admittedTeacherSchema.optional(),
  }),
  z.object({ kind: z.literal('password_changed') }),
  // Servers of earlier releases omit `by`.
  z.object({ kind: z.literal('second_factor_added'), by: z.optional(z.enum(['app', 'passkey'])) }),
  z.object({ kind: z.literal('authenticator_app_removed') }),
  z.object({ kind: z.literal('second_factor_removed') }),
  z.object({ kind: z.literal('second_factor_reset') }),
  z.object({ kind: z.literal('second_factor_guessed') }),
  z.object({ kind: z.literal('recovery_codes_renewed') }),
  z.object({ kind: z.literal('recovery_code_used'), left: z.int() }),
  z.object({ kind: z.literal('pin_changed') }),
  z.object({ kind: z.literal('checks_reduced') }),
  z.object({ kind: z.literal('email_change_requested') }),
  /** Sent to the account's previous verified address. */
  z.object({ kind: z.literal('email_changed'), address: z.string() }),
  z.object({
    kind: z.literal('account_erased'),
    address: z.string(),
    language: z.enum(mailLanguages).optional().catch(undefined),
  }),
  z.object({ kind: z.literal('history_root'), ...historyRootSchema.shape }),
]);
export type Mail = z.infer<typeof mailSchema>;

export type Addressee = { userId: string } | { emailKey: string };

export const RESET_LINK_HOURS = 1;
export const DAY_LINK_HOURS = 24;
export const SIGN_IN_LINK_MINUTES = 15;
/** The lifetime is long enough for a student who reads the email after the weekend. */
export const REGISTRATION_LINK_HOURS = 7 * 24;

interface Facts {
  link: string;
  code?: string | undefined;
  hours?: number | undefined;
  timeZone: string;
  language: MailLanguage;
}
const formatTimeLeft = (moment: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );

export type PersonalMail = Exclude<Mail, { kind: 'history_root' }>;

const contentOf = (
  mail: PersonalMail,
  { link, code, hours = RESET_LINK_HOURS, timeZone, language }: Facts,
) => {
  const texts = emailTexts[language];
  const validity = { hours, minutes: SIGN_IN_LINK_MINUTES };
  const countsFromOf = ({ countsFrom }: { countsFrom: string }) =>
    `${formatTimeLeft(countsFrom, timeZone, texts.locale)} (${timeZone})`;
  switch (mail.kind) {
    case 'device_registered':
      return texts.deviceRegistered(shortenTypedText(mail.deviceName), countsFromOf(mail));
    case 'device_removed':
      return texts.deviceRemoved(shortenTypedText(mail.deviceName));
    case 'devices_reset':
      return texts.devicesReset;
    case 'passkey_added':
      return texts.passkeyAdded(shortenTypedText(mail.passkeyName), countsFromOf(mail));
    case 'passkey_removed':
      return texts.passkeyRemoved(shortenTypedText(mail.passkeyName));
    case 'identity_linked':
      return texts.identityLinked(shortenTypedText(mail.provider));
    case 'identity_unlinked':
      return texts.identityUnlinked(shortenTypedText(mail.provider));
    case 'registration_link':
      return mail.teacher
        ? texts.registrationLinkOfTeacher(link, validity)
        : texts.registrationLink(link, validity);
    case 'password_changed':
      return texts.passwordChanged;
    case 'second_factor_added':
      return texts.secondFactorAdded(mail.by ?? 'app');
    case 'authenticator_app_removed':
      return texts.authenticatorAppRemoved;
    case 'second_factor_removed':
      return texts.secondFactorRemoved;
    case 'second_factor_reset':
      return texts.secondFactorReset;
    case 'second_factor_guessed':
      return texts.secondFactorGuessed;
    case 'recovery_codes_renewed':
      return texts.recoveryCodesRenewed;
    case 'recovery_code_used':
      return texts.recoveryCodeUsed(mail.left);
    case 'email_change_requested':
      return texts.emailChangeRequested;
    case 'email_changed':
      return texts.emailChanged;
    case 'account_erased':
      return texts.accountErased;
    case 'pin_changed':
      return texts.pinChanged;
    case 'checks_reduced':
      return texts.checksReduced;
    case 'password_forgotten':
      if (mail.verification) return texts.verificationLink(link, validity);
      if (mail.signIn && code === undefined) return texts.passwordBeforeSignIn(link, validity);
      return code === undefined ? texts.resetLink(link, validity) : texts.signInLink(link, code, validity);
  }
};

/**
 * @param name omitted if a stranger may read the email, because whoever registered the address typed the name
 */
export const renderEmail = (
  name: string | undefined,
  mail: PersonalMail,
  facts: Facts,
): { subject: string; text: string } => {
  const { subject, lines } = contentOf(mail, facts);
  const { product, greeting } = emailTexts[facts.language];
  return {
    subject: `${product}: ${subject}`,
    text: [greeting(name && shortenTypedText(name)), ...lines, product].join('\n\n'),
  };
};

/** Written in all languages, because the auditor's language is unknown. Programs read the numbers, too. */
export const renderHistoryRoot = (
  { size, root, at }: HistoryRoot,
  timeZone: string,
): { subject: string; text: string } => {
  const written = mailLanguages.map((language) => {
    const { historyRoot, locale } = emailTexts[language];
    return historyRoot(`${formatTimeLeft(at, timeZone, locale)} (${timeZone})`);
  });
  const text = [...written.flatMap(({ lines }) => lines), `Tree size: ${size}`, `Root: ${root}`].join('\n\n');
  return { subject: `${emailTexts.en.product}: ${written[0]?.subject}`, text };
};

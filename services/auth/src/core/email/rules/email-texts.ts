import type { MailLanguage } from '../../people/rules/language.ts';
import { de } from './email-texts.de.ts';
import type { EmailTexts } from './written-email.ts';

const notYou = 'If this was not you, change your password immediately and tell your institution.';
const notYourFactor =
  'If this was not you, tell your institution immediately: it must reset the second factor. A new password is not enough.';

const DAY_HOURS = 24;
const hoursIn = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

const en: EmailTexts = {
  locale: 'en-GB',
  product: 'QR Attendance System',
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  deviceRegistered: (device, countsFrom) => ({
    subject: 'A device was registered',
    lines: [
      `The device "${device}" was registered for your attendance.`,
      `You can use it from ${countsFrom}.`,
      notYou,
    ],
  }),
  deviceRemoved: (device) => ({
    subject: 'A device was removed',
    lines: [`The device "${device}" no longer counts for your attendance.`, notYou],
  }),
  devicesReset: {
    subject: 'Your devices were reset',
    lines: [
      'Your institution has removed all devices registered for your attendance.',
      'The next device you register counts immediately.',
    ],
  },
  passkeyAdded: (passkey, countsFrom) => ({
    subject: 'A passkey was added',
    lines: [
      `The passkey "${passkey}" was added to your account.`,
      `You can use it from ${countsFrom}.`,
      notYou,
    ],
  }),
  passkeyRemoved: (passkey) => ({
    subject: 'A passkey was removed',
    lines: [`The passkey "${passkey}" was removed from your account.`, notYou],
  }),
  identityLinked: (provider) => ({
    subject: 'A way to sign in was added',
    lines: [`From now on you can sign in to your account through ${provider}.`, notYou],
  }),
  identityUnlinked: (provider) => ({
    subject: 'A way to sign in was removed',
    lines: [`You can no longer sign in to your account through ${provider}.`, notYou],
  }),
  passwordChanged: {
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and you were signed out everywhere else.', notYou],
  },
  secondFactorAdded: (by) => ({
    subject: by === 'app' ? 'An authenticator app was added' : 'A passkey was added as a second factor',
    lines: [
      by === 'app'
        ? 'From now on, signing in to your account with the password needs a code of your authenticator app or a passkey of yours.'
        : 'From now on, signing in to your account with the password needs your passkey.',
      'Keep your recovery codes where you find them without your phone.',
      notYourFactor,
    ],
  }),
  authenticatorAppRemoved: {
    subject: 'Your authenticator app was removed',
    lines: ['Signing in to your account with the password now needs your passkey.', notYou],
  },
  secondFactorRemoved: {
    subject: 'Your second factor was removed',
    lines: ['Signing in to your account now needs only your password.', notYou],
  },
  secondFactorReset: {
    subject: 'Your second factor was reset',
    lines: [
      'Your institution has removed the authenticator app, the passkeys and the recovery codes of your account. You can set up a new second factor.',
      'If you did not ask for this, change your password immediately and tell your institution.',
    ],
  },
  secondFactorGuessed: {
    subject: 'Someone enters wrong codes for your account',
    lines: [
      'Someone entered the password of your account, or opened a sign-in link, and then several wrong codes of an authenticator app.',
      notYou,
    ],
  },
  recoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    lines: ['The recovery codes of your account were replaced. The earlier codes no longer work.', notYou],
  },
  recoveryCodeUsed: (left) => ({
    subject: 'A recovery code was used',
    lines: [
      'Someone, probably you, signed in to your account with a recovery code.',
      left === 0
        ? 'No recovery codes are left. Create new ones in your account.'
        : `Recovery codes left: ${left}. You can create new ones in your account.`,
      notYou,
    ],
  }),
  historyRoot: (at) => ({
    subject: 'Root of the attendance history',
    lines: [
      `The attendance history was sealed on ${at}.`,
      'Keep this email. With the root below, anyone who may read the database can later find out whether records were edited, deleted or inserted: npm run audit -- verify',
    ],
  }),
  signInLink: (link, code, { minutes }) => ({
    subject: 'Your sign-in link',
    lines: [
      'Someone, probably you, asked to sign in to your account without a password:',
      link,
      `Or enter this code on the page that asked for it: ${code}`,
      `The link and the code work once and expire in ${minutes} minutes. Never share the code. Your institution will never ask for it. If this was not you, ignore this email.`,
    ],
  }),
  resetLink: (link, { hours }) => ({
    subject: 'Choose a new password',
    lines: [
      'Someone, probably you, asked to choose a new password for your account:',
      link,
      `The link works once and expires in ${hoursIn(hours)}. If this was not you, ignore this email.`,
    ],
  }),
  passwordBeforeSignIn: (link, { hours }) => ({
    subject: 'Choose a new password',
    lines: [
      'Someone, probably you, asked to sign in to an account with this email address. The address is not verified yet, so please choose a new password first:',
      link,
      `The link works once and expires in ${hoursIn(hours)}. If this was not you, ignore this email.`,
    ],
  }),
  verificationLink: (link, { hours }) => ({
    subject: 'Verify your email address',
    lines: [
      'Someone, probably you, entered this email address for an account. To verify that it is yours, open this link:',
      link,
      `The link expires in ${hoursIn(hours)}. If this was not you, do not open it and ignore this email.`,
    ],
  }),
  registrationLink: (link, { hours }) => ({
    subject: 'Finish your registration',
    lines: [
      'You are on an attendance list of your institution. To choose a password and see your attendance, open this link:',
      link,
      `The link works once and expires in ${hours / DAY_HOURS} days. What was recorded for you until then stays yours. If you do not belong to this institution, ignore this email.`,
    ],
  }),
  registrationLinkOfTeacher: (link, { hours }) => ({
    subject: 'Finish your registration as a teacher',
    lines: [
      'Someone, probably you, registered as a teacher with this email address, which was entered for a student before. To become a teacher instead, open this link:',
      link,
      `The link works once and expires in ${hours / DAY_HOURS} days. What was recorded for you as a student is then anonymous. If you are a student, or if this was not you, ignore this email.`,
    ],
  }),
  emailChanged: {
    subject: 'Your account has another email address',
    lines: [
      'Your account now has another email address, and this one no longer opens it.',
      'If this was not you, tell your institution immediately.',
    ],
  },
  accountErased: {
    subject: 'Your account was erased',
    lines: [
      'Your account and everything that identifies you were erased. This cannot be undone.',
      'If you did not ask for this, tell your institution immediately.',
    ],
  },
  pinChanged: {
    subject: 'Your PIN was changed',
    lines: ['The PIN for your attendance was changed or removed.', notYou],
  },
  checksReduced: {
    subject: 'Your attendance is protected less',
    lines: ['Checks that you had required for your attendance were switched off.', notYou],
  },
  emailChangeRequested: {
    subject: 'A new email address was entered',
    lines: [
      'Someone, probably you, entered a new email address for your account. It replaces this one once it is verified.',
      notYou,
    ],
  },
};

export const emailTexts: Record<MailLanguage, EmailTexts> = { en, de };

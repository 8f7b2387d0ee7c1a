import { createHash } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const limitEmails = () => import('../../../../services/auth/src/core/email/limit-emails.ts');
const unverified = () => import('../../../../services/auth/src/core/email/rules/unverified-address.ts');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const UNKNOWN_ADDRESSES = 'requests for links to unknown addresses neither count nor enter a queue';
const knownAddresses = defense(
  UNKNOWN_ADDRESSES,
  () => import('../../../../services/auth/src/core/email/ask-for-link.ts'),
  'askForLink',
  async (original, context, kind, email, visit, mail) => {
    const { people, limitEmails: limits, mailQueue, afterAnswer } = context;
    const emailKey = email.toLowerCase();
    if (await people.findListed(emailKey)) return original(context, kind, email, visit, mail);
    await limits.refuseIfFull(kind, visit.address);
    await afterAnswer.run(async () => {
      if (await limits.canRequest(kind, emailKey, visit.address))
        await mailQueue.add({ emailKey }, mail, `${kind} ${visit.address}`);
    });
  },
);
/** A limit of 100 emails per address makes attacks on it shorter. */
export const LOW_CEILING = 100;
const withLowCeiling = (name: string) =>
  defenseWithin(name, limitEmails, 'createLimitEmails', (create, isOff) => (options) => {
    const { ceilings } = options;
    return create({
      ...options,
      ceilings: {
        ...ceilings,
        get perAddress() {
          return isOff() ? LOW_CEILING : ceilings.perAddress;
        },
      },
    });
  });
export const unknownAddressChecks = [knownAddresses, withLowCeiling(UNKNOWN_ADDRESSES)];
const ACCOUNT_EMAILS = 'emails rejected by the limit of an account do not count toward other limits';
const accountLimit = defense(
  ACCOUNT_EMAILS,
  () => import('../../../../services/auth/src/core/email/account-limits.ts'),
  'isOverAccountLimit',
  async () => false,
);
export const accountEmailLimits = [accountLimit, withLowCeiling(ACCOUNT_EMAILS)];
export const emailTurns = defense(
  'the emails of different senders are sent in turn',
  () => import('../../../../services/auth/src/core/email/rules/sender.ts'),
  'senderOf',
  () => "'everybody'",
);
export const dailyEmailLimit = defenseWithin(
  'an unverified address gets only a few emails a day',
  limitEmails,
  'createLimitEmails',
  (create, isOff) => (options) => {
    const limits = create(options);
    return { ...limits, canSend: async (...mail) => isOff() || limits.canSend(...mail) };
  },
);
export const linkDuringPauses = defenseWithin(
  'an emailed link signs the owner in during the pauses after wrong passwords',
  limitEmails,
  'createLimitEmails',
  (create, isOff) => (options) => {
    const limits = create(options);
    return {
      ...limits,
      canRequest: async (kind, ...more) =>
        !(isOff() && kind === 'signIn') && limits.canRequest(kind, ...more),
    };
  },
);
export const registrationLinkLimit = defenseWithin(
  'a person gets only a few registration links an hour',
  limitEmails,
  'createLimitEmails',
  (create, isOff) => (options) => {
    const limits = create(options);
    return {
      ...limits,
      canRequest: async (kind, ...more) =>
        (isOff() && kind === 'registration') || limits.canRequest(kind, ...more),
    };
  },
);
export const typedTextRemoval = defense(
  'emails to an unverified address contain no text that somebody typed',
  unverified,
  'nameToShow',
  (_original, { name, erased }) => (erased ? undefined : name),
);
export const linkForVerifiedOnly = defense(
  'sign-in links are sent only to verified addresses',
  unverified,
  'maySignInByEmail',
  () => true,
);
export const foreignLinkRemoval = defense(
  'emails contain links to this installation only',
  () => import('../../../../services/auth/src/core/email/rules/without-foreign-links.ts'),
  'withoutForeignLinks',
  (_original, text) => text,
);
/** While the defense is off, every browser counts as the one that requested the link. */
export const linkInOtherBrowser = defense(
  'a link opened in a different browser does not verify the address without the password',
  () => import('../../../../services/auth/src/features/email-address/verify-email.ts'),
  'verifyEmail',
  (original, context, opened, _request, visit) => {
    const { emailAddresses } = context;
    const findLink: typeof emailAddresses.findLink = async (...asked) => {
      const link = await emailAddresses.findLink(...asked);
      return link && { ...link, request: hashOf('this browser') };
    };
    const changed = { ...context, emailAddresses: { ...emailAddresses, findLink } };
    return original(changed, opened, 'this browser', visit);
  },
);

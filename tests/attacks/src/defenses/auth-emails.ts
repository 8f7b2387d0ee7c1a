import { createHash } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const limitEmails = () => import('../../../../services/auth/src/core/email/limit-emails.ts');
const unverified = () => import('../../../../services/auth/src/core/email/rules/unverified-address.ts');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const KNOWN_ONLY = 'links for addresses that nobody has count for nothing and wait nowhere';
const knownAddresses = defense(
  KNOWN_ONLY,
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
export const linksOfKnownOnly = [knownAddresses, withLowCeiling(KNOWN_ONLY)];
const PER_ACCOUNT = 'mails that one account’s limit keeps back count for nobody else';
const accountLimit = defense(
  PER_ACCOUNT,
  () => import('../../../../services/auth/src/core/email/account-limits.ts'),
  'isOverAccountLimit',
  async () => false,
);
export const perAccount = [accountLimit, withLowCeiling(PER_ACCOUNT)];
export const inTurn = defense(
  'emails of each sender are sent in turn',
  () => import('../../../../services/auth/src/core/email/rules/sender.ts'),
  'senderOf',
  () => "'everybody'",
);
export const cappedPerDay = defenseWithin(
  'an address that is not verified gets a few mails a day',
  limitEmails,
  'createLimitEmails',
  (create, isOff) => (options) => {
    const limits = create(options);
    return { ...limits, canSend: async (...mail) => isOff() || limits.canSend(...mail) };
  },
);
export const linkIn = defenseWithin(
  'an emailed link gets around the pauses after others’ guesses',
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
export const fewLinks = defenseWithin(
  'a person is sent a few registration links an hour',
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
export const noTypedText = defense(
  'an address that is not verified gets no text that somebody typed',
  unverified,
  'nameToShow',
  (_original, { name, erased }) => (erased ? undefined : name),
);
export const passwordFirst = defense(
  'nobody signs in by mail before the address is verified',
  unverified,
  'maySignInByEmail',
  () => true,
);
export const ownLinksOnly = defense(
  'emails contain links to this installation only',
  () => import('../../../../services/auth/src/core/email/rules/without-foreign-links.ts'),
  'withoutForeignLinks',
  (_original, text) => text,
);
/** While the defense is off, every browser counts as the one that requested the link. */
export const linkNeedsMore = defense(
  'a link opened in another browser than asked for it verifies nothing by itself',
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

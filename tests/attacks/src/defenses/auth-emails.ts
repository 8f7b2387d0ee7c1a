import { createHash } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const limitEmails = () => import('../../../../services/auth/src/core/email/limit-emails.ts');
const unverified = () => import('../../../../services/auth/src/core/email/rules/unverified-address.ts');
const registrationLinks = () =>
  import('../../../../services/auth/src/features/registration/registration-links.ts');
const finish = () => import('../../../../services/auth/src/features/registration/finish-registration.ts');
const invite = () => import('../../../../services/auth/src/features/registration/invite-people.ts');

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
/** A limit of 100 emails per address shortens attacks on it. */
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
/** While it is off, every browser is the one that asked for the link. */
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

/** While it is off, links of the person stay after one of them was used. */
export const allUsedUp = defenseWithin(
  'registering uses up all registration links of the person',
  registrationLinks,
  'createRegistrationLinks',
  (create, isOff) => (database, minutes) => {
    const links = create(database, minutes);
    return {
      ...links,
      register: async (hash, details, now) => {
        const used = isOff() ? await database.registrationLink.findUnique({ where: { hash } }) : null;
        const all = used && (await database.registrationLink.findMany({ where: { userId: used.userId } }));
        const person = await links.register(hash, details, now);
        if (all) await database.registrationLink.createMany({ data: all.filter((link) => link.hash !== hash) });
        return person;
      },
    };
  },
);
export const registersOnce = defenseWithin(
  'a registration link is worthless once its person registered',
  registrationLinks,
  'createRegistrationLinks',
  (create, isOff) => (database, minutes) => {
    const links = create(database, minutes);
    const forget = async (hash: string) => {
      const link = isOff() ? await database.registrationLink.findUnique({ where: { hash } }) : null;
      if (link) await database.user.update({ where: { id: link.userId }, data: { registered: false } });
    };
    return {
      ...links,
      ownerOf: (hash, now) => forget(hash).then(() => links.ownerOf(hash, now)),
      register: (hash, details, now) => forget(hash).then(() => links.register(hash, details, now)),
    };
  },
);
export const opensForAddress = defenseWithin(
  'a registration link is worth something for the address alone that it was sent to',
  registrationLinks,
  'createRegistrationLinks',
  (create, isOff) => (database, minutes) => {
    const links = create(database, minutes);
    const follow = async (hash: string) => {
      const link = isOff() ? await database.registrationLink.findUnique({ where: { hash } }) : null;
      const owner = link && (await database.user.findUnique({ where: { id: link.userId } }));
      if (owner) await database.registrationLink.update({ where: { hash }, data: { email: owner.email } });
    };
    return {
      ...links,
      ownerOf: (hash, now) => follow(hash).then(() => links.ownerOf(hash, now)),
      register: (hash, details, now) => follow(hash).then(() => links.register(hash, details, now)),
    };
  },
);
export const storedAsHash = defense(
  'the database has only hashes of registration links',
  finish,
  'finishRegistration',
  (original, context, body, visit) => {
    const { registrationLinks: links } = context;
    const { token } = body;
    return original(
      {
        ...context,
        registrationLinks: {
          ...links,
          ownerOf: (_hash, now) => links.ownerOf(token, now),
          register: (_hash, details, now) => links.register(token, details, now),
        },
      },
      body,
      visit,
    );
  },
);
export const teacherReplacesListed = defense(
  'a listed student gives way to the registration of a teacher',
  invite,
  'inviteListed',
  (original, context, emailKey, visit) => original(context, emailKey, visit, undefined),
);

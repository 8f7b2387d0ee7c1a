import { defense, defenseWithin } from './defense.ts';

const registrationLinks = () =>
  import('../../../../services/auth/src/features/registration/registration-links.ts');
const finish = () => import('../../../../services/auth/src/features/registration/finish-registration.ts');
const invite = () => import('../../../../services/auth/src/features/registration/invite-people.ts');
/** While the defense is off, other links of the person stay valid after one was used. */
export const linkConsumption = defenseWithin(
  'a registration uses up all registration links of the person',
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
        if (all)
          await database.registrationLink.createMany({ data: all.filter((link) => link.hash !== hash) });
        return person;
      },
    };
  },
);
export const singleRegistration = defenseWithin(
  'a registration link is invalid once its person has registered',
  registrationLinks,
  'createRegistrationLinks',
  (create, isOff) => (database, minutes) => {
    const links = create(database, minutes);
    const forget = async (hash: string) => {
      const link = isOff() ? await database.registrationLink.findUnique({ where: { hash } }) : null;
      if (link)
        await database.user.update({
          where: { id: link.userId },
          data: { registered: false, passwordHash: '' },
        });
    };
    return {
      ...links,
      ownerOf: (hash, now) => forget(hash).then(() => links.ownerOf(hash, now)),
      register: (hash, details, now) => forget(hash).then(() => links.register(hash, details, now)),
    };
  },
);
export const linkAddress = defenseWithin(
  'a registration link is valid only for the address to which it was sent',
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
export const linkHashes = defense(
  'the database contains only hashes of registration links',
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
export const teacherPrecedence = defense(
  'the registration of a teacher replaces a listed student',
  invite,
  'inviteListedPerson',
  (original, context, emailKey, visit) => original(context, emailKey, visit, undefined),
);

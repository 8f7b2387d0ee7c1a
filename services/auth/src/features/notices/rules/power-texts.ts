import { powerMessageSchema } from '@qr-attendance/contracts';
import type { PowerUsed } from '@qr-attendance/contracts/events';
import { shortenTypedText } from '../../../core/email/rules/without-foreign-links.ts';
import type { MailLanguage } from '../../../core/people/rules/language.ts';
import type { PowerSentences } from './power-sentences.ts';
import { deRoles, deSentences } from './power-texts.de.ts';

const en: PowerSentences = {
  account_suspended: ({ by, person }) => `${by} suspended the account of ${person}.`,
  account_restored: ({ by, person }) => `${by} restored the account of ${person}.`,
  account_devices_reset: ({ by, person }) => `${by} removed all devices of ${person}.`,
  account_second_factor_reset: ({ by, person }) => `${by} reset the second factor of ${person}.`,
  proofs_confirmed: ({ by, person }) => `${by} confirmed the new devices and passkeys of ${person}.`,
  person_erased: ({ by }) => `${by} erased an account.`,
  accounts_merged: ({ by, person }) => `${by} merged the record of ${person} with another one.`,
  merge_undone: ({ by, person }) => `${by} separated the record of ${person} from another one.`,
  admin_created: ({ by, person }) => `${by} made ${person} an administrator.`,
  invite_created: ({ by }) => `${by} created an invite code, with which people register as teachers.`,
  password_used: ({ by }) =>
    `${by} signed in without an identity provider, although passwords are switched off.`,
  provider_changed: ({ by }) => `${by} changed the identity providers, through which people sign in.`,
  course_role_given: ({ by, role }) => `${by} added you to the staff of this course (${role}).`,
  course_handed_over: () => 'This course was handed over to you.',
  course_handed_on: () => 'This course was handed over to somebody else. You are a co-teacher now.',
  staff_added: ({ by, person, role }) => `${by} added ${person} to the staff of this course (${role}).`,
  staff_changed: ({ by, person, role }) => `${by} changed the role of ${person} in this course (${role}).`,
  staff_removed: ({ by, person }) => `${by} removed ${person} from the staff of this course.`,
  staff_left: ({ person }) => `${person} left the staff of this course.`,
  staff_handed_over: ({ by, person }) => `${by} handed this course over to ${person}.`,
  course_moved: ({ by }) => `${by} moved this course to another unit, whose staff may work with it now.`,
  course_deleted: ({ by }) => `${by} deleted this course.`,
  enrollment_changed: ({ by }) => `${by} changed who may enroll in this course.`,
  invitation_created: ({ by }) => `${by} created a link with which students enroll in this course.`,
  unit_role_given: ({ by, role }) => `${by} gave you a role in this unit (${role}).`,
  unit_staff_added: ({ by, person, role }) => `${by} gave ${person} a role in this unit (${role}).`,
  unit_staff_changed: ({ by, person, role }) => `${by} changed the role of ${person} in this unit (${role}).`,
  unit_staff_removed: ({ by, person }) => `${by} ended the role of ${person} in this unit.`,
  unit_moved: ({ by }) => `${by} moved this unit below another one, whose staff may work with it now.`,
  unit_deleted: ({ by }) => `${by} deleted this unit.`,
  term_archived: ({ by }) => `${by} archived this term with its courses.`,
  term_deleted: ({ by }) => `${by} deleted this term.`,
  import_confirmed: ({ by }) => `${by} applied a file with these records.`,
  import_undone: ({ by }) => `${by} undid what a file with these records changed.`,
  requirements_changed: ({ by }) => `${by} changed the checks that every class requires.`,
  room_deleted: ({ by }) => `${by} deleted this room.`,
  calendar_address_created: () =>
    'You created an address of your calendar. Whoever has it can read your classes.',
  series_deleted: ({ by }) => `${by} deleted a series of classes of this course.`,
  started_class_canceled: ({ by }) => `${by} canceled a class of this course that had started.`,
};

const renderer =
  (sentences: PowerSentences, roles: Record<string, string>, somebody: string, operator: string) =>
  (
    { what, by, person, role = '' }: Pick<PowerUsed, 'what' | 'by' | 'person' | 'role'>,
    names: Map<string, string>,
  ) => {
    const { data: message } = powerMessageSchema.safeParse(what);
    const nameOf = (id: string) => shortenTypedText(names.get(id) ?? somebody);
    return message === undefined
      ? undefined
      : sentences[message]({
          by: by === undefined ? operator : nameOf(by),
          person: person === undefined ? somebody : nameOf(person),
          role: roles[role] ?? role.replaceAll('-', ' '),
        });
  };

export const powerTexts = {
  en: {
    subject: 'A change that concerns you',
    notYou: 'If this should not have happened, change your password immediately and tell your institution.',
    sentence: renderer(en, {}, 'somebody', 'An operator'),
  },
  de: {
    subject: 'Eine Änderung, die Sie betrifft',
    notYou:
      'Wenn das nicht so sein sollte, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Einrichtung.',
    sentence: renderer(deSentences, deRoles, 'jemand', 'Der Betrieb'),
  },
} satisfies Record<MailLanguage, object>;

import type { AnswerOf, routes } from '@qr-attendance/contracts';
import { conflict, DomainError, notFound } from '@qr-attendance/server';
import type { AfterAnswer } from '../../core/email/after-answer.ts';
import type { EmailDeps } from '../../core/email/ask-for-link.ts';
import type { AdmittedTeacher } from '../../core/email/rules/email.ts';
import type { People } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { isBlocked, type Person } from '../../core/people/rules/person.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';

export interface LateInvitationDeps extends EmailDeps {
  afterAnswer: AfterAnswer;
  people: People;
}
export interface InvitationDeps extends EmailDeps {
  people: People;
  managed: {
    find: (id: string) => Promise<Person | undefined>;
    recordRegistrationLink: (adminId: string, personId: string) => Promise<void>;
  };
}
type InviteResult = AnswerOf<typeof routes.auth.invitePerson>['result'];

/**
 * @param sender the emails count toward the limit of this sender, and are sent round-robin with the emails of other
 * senders
 * @throws DomainError (too_many) if the sender, or all senders together, sent too many
 */
const queueLink = async (
  { limitEmails, mailQueue, mailRelay }: EmailDeps,
  { id, email }: Person,
  sender: string,
  { language, teacher }: { language?: Visit['language']; teacher?: AdmittedTeacher | undefined } = {},
): Promise<InviteResult> => {
  // This limit is checked first, so that a link that cannot be sent does not count toward the account's
  // limit.
  await limitEmails.refuseIfFull('registration', sender);
  if (!(await limitEmails.canRequest('registration', emailKeyOf(email), sender))) return 'limited';
  await mailQueue.add(
    { userId: id },
    { kind: 'registration_link', language, teacher },
    `registration ${sender}`,
  );
  mailRelay.wake();
  return 'queued';
};

/** A stranger's request is answered before the links are sent, so that its time reveals nothing. */
export const inviteAfterAnswer = (
  context: Omit<LateInvitationDeps, 'people'>,
  person: Person,
  { address, language }: Visit,
): Promise<void> =>
  context.afterAnswer.run(async () => {
    if (!isBlocked(person)) await queueLink(context, person, address, { language });
  });

/**
 * Sends the registration link of a person without an account if somebody registers with that person's
 * address.
 * @param admitted set for a teacher, who may replace an unproven student
 */
export const inviteListedPerson = (
  context: LateInvitationDeps,
  emailKey: string,
  { address, language }: Visit,
  admitted: AdmittedTeacher | undefined,
): Promise<void> =>
  context.afterAnswer.run(async () => {
    const person = (await context.people.findListed(emailKey))?.person;
    if (!person || isBlocked(person) || (person.registered && person.emailVerified)) return;
    const givesWay = person.details.userType === 'STUDENT' && person.institutionId === null;
    const teacher = givesWay ? admitted : undefined;
    if (teacher || !person.registered) await queueLink(context, person, address, { language, teacher });
  });

const CONCURRENCY = 8;

const canBeInvited = (person: Person | undefined): person is Person =>
  person !== undefined && !person.registered && !isBlocked(person);

/** Some links may already be queued when a limit is reached, so the remaining people count as limited. */
const queueOrLimit = (...asked: Parameters<typeof queueLink>): Promise<InviteResult> =>
  queueLink(...asked).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'too_many') return 'limited';
    throw error;
  });

export const invitePeople = async (
  context: Omit<InvitationDeps, 'managed'>,
  ids: string[],
  by: string,
): Promise<InviteResult[]> => {
  const people = new Map((await context.people.findByIds(ids)).map((person) => [person.id, person]));
  const inviteOne = async (id: string): Promise<InviteResult> => {
    const person = people.get(id);
    return canBeInvited(person) ? queueOrLimit(context, person, by) : 'registered';
  };
  const results: InviteResult[] = [];
  for (let start = 0; start < ids.length; start += CONCURRENCY)
    results.push(...(await Promise.all(ids.slice(start, start + CONCURRENCY).map(inviteOne))));
  return results;
};

export const invitePerson = async (
  context: InvitationDeps,
  id: string,
  by: string,
): Promise<InviteResult> => {
  const managed = await context.managed.find(id);
  if (!managed) throw notFound('User');
  if (managed.withdrawnAt)
    throw conflict('withdrawn', 'This person was withdrawn from the records of the institution.');
  const [person] = await context.people.findByIds([id]);
  const result = canBeInvited(person) ? await queueLink(context, person, by) : 'registered';
  if (result === 'queued') await context.managed.recordRegistrationLink(by, id);
  return result;
};

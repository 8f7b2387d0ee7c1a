import type { WaitingNotices } from '../email/email-queue.ts';
import type { LimitEmails } from '../email/limit-emails.ts';
import { GIVE_UP_MS, type MailTransport } from '../email/send-email.ts';
import type { People } from '../people/people.ts';
import { readLanguage } from '../people/rules/language.ts';
import { isBlocked, type Person } from '../people/rules/person.ts';
import { ALL, type Notices } from './notices.ts';
import { mergeNotices, type Notice } from './rules/merge-notices.ts';
import { renderNotices } from './rules/render-notices.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export interface SendingNotices {
  notices: Notices;
  people: People;
  limitEmails: LimitEmails;
  transport: MailTransport;
  unsubscribeTokens: UnsubscribeTokens;
  publicOrigins: string[];
  campusTimeZone: string;
  clock: () => Date;
}

const writeEmail = async (context: SendingNotices, person: Person, merged: Notice[]) => {
  const { people, unsubscribeTokens, publicOrigins, campusTimeZone } = context;
  const students = await people.findByIds([...new Set(merged.flatMap(({ studentId }) => studentId ?? []))]);
  const origin = publicOrigins[0] ?? '';
  const token = unsubscribeTokens.write(person.id);
  const email = renderNotices(person.name, merged, {
    language: readLanguage([person.language]) ?? 'en',
    timeZone: campusTimeZone,
    names: new Map(students.map(({ id, name }) => [id, name])),
    app: `${origin}/${person.details.userType === 'TEACHER' ? 'teacher' : 'student'}`,
    settings: `${origin}/unsubscribe#${token}`,
  });
  return { ...email, unsubscribe: `${origin}/api/auth/notices/unsubscribe?token=${token}` };
};

/** Sends one email with all notices of a person; nothing is sent to an unverified address. */
export const sendNotices = async (
  context: SendingNotices,
  { id: mailId, userId, attempt }: WaitingNotices,
): Promise<void> => {
  const { notices, people, limitEmails, transport, clock } = context;
  const unsent = await notices.listUnsent(userId);
  const person = await people.findById(userId);
  const off = await notices.readSwitchedOff(userId);
  const isWanted = ({ kind, createdAt }: Notice) =>
    !off.includes(ALL) && !off.includes(kind) && clock().getTime() - createdAt.getTime() < GIVE_UP_MS;
  const merged = mergeNotices(unsent.filter(isWanted));
  if (person && !person.erased && person.emailVerified && !isBlocked(person) && merged.length > 0) {
    const recipient = { address: person.email, verified: true };
    if (attempt === 1 && !(await limitEmails.canSend('notices', userId, recipient)))
      return notices.finish(mailId, userId, []);
    const email = await writeEmail(context, person, merged);
    await transport.send(mailId, { to: { name: person.name, address: person.email }, ...email });
  }
  await notices.finish(mailId, userId, unsent);
};

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

const write = async (context: SendingNotices, person: Person, told: Notice[]) => {
  const { people, unsubscribeTokens, publicOrigins, campusTimeZone } = context;
  const students = await people.findByIds([...new Set(told.flatMap(({ studentId }) => studentId ?? []))]);
  const origin = publicOrigins[0] ?? '';
  const token = unsubscribeTokens.write(person.id);
  const email = renderNotices(person.name, told, {
    language: readLanguage([person.language]) ?? 'en',
    timeZone: campusTimeZone,
    names: new Map(students.map(({ id, name }) => [id, name])),
    app: `${origin}/${person.details.userType === 'TEACHER' ? 'teacher' : 'student'}`,
    settings: `${origin}/unsubscribe#${token}`,
  });
  return { ...email, unsubscribe: `${origin}/api/auth/notices/unsubscribe?token=${token}` };
};

/** Sends one email with all that a person has not been told; to an address that is not verified none. */
export const sendNotices = async (context: SendingNotices, mailId: string, userId: string): Promise<void> => {
  const { notices, people, limitEmails, transport, clock } = context;
  const unsent = await notices.listUnsent(userId);
  const person = await people.findById(userId);
  const off = await notices.readSwitchedOff(userId);
  const isWanted = ({ kind, createdAt }: Notice) =>
    !off.includes(ALL) && !off.includes(kind) && clock().getTime() - createdAt.getTime() < GIVE_UP_MS;
  const told = mergeNotices(unsent.filter(isWanted));
  if (person && !person.erased && person.emailVerified && !isBlocked(person) && told.length > 0) {
    const recipient = { address: person.email, verified: true };
    // They go with the next one.
    if (!(await limitEmails.maySend('notices', userId, recipient))) return notices.finish(mailId, userId, []);
    const email = await write(context, person, told);
    await transport.send(mailId, { to: { name: person.name, address: person.email }, ...email });
  }
  await notices.finish(mailId, userId, unsent);
};

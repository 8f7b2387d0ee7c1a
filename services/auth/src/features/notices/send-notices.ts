import type { WaitingNotices } from '../../core/email/email-queue.ts';
import type { LimitEmails } from '../../core/email/limit-emails.ts';
import { GIVE_UP_MS, type MailTransport } from '../../core/email/mail-transport.ts';
import type { People } from '../../core/people/people.ts';
import { readLanguage } from '../../core/people/rules/language.ts';
import { isBlocked, isMerged, type Person } from '../../core/people/rules/person.ts';
import { ALL, type Notices } from './notices.ts';
import { mergeNotices, type Notice } from './rules/merge-notices.ts';
import {
  isPowerNotice,
  mergePowerNotices,
  POWER,
  type PowerNotice,
} from '../../core/notices/rules/power-notices.ts';
import { renderNotices } from './rules/render-notices.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export interface SendNoticesDeps {
  notices: Notices;
  people: People;
  limitEmails: LimitEmails;
  transport: MailTransport;
  unsubscribeTokens: UnsubscribeTokens;
  publicOrigins: string[];
  campusTimeZone: string;
  clock: () => Date;
}

const AREAS = { TEACHER: 'teacher', STUDENT: 'student', ADMIN: 'admin' } as const;

interface UnsentNotices {
  power: PowerNotice[];
  attendance: Notice[];
}

const writeEmail = async (context: SendNoticesDeps, person: Person, { power, attendance }: UnsentNotices) => {
  const { people, unsubscribeTokens, publicOrigins, campusTimeZone } = context;
  const named = [
    ...attendance.flatMap(({ studentId }) => studentId ?? []),
    ...power.flatMap(({ used }) => [used.by ?? [], used.person ?? []].flat()),
  ];
  const namedPeople = await people.findByIds([...new Set(named)]);
  const origin = publicOrigins[0] ?? '';
  const token = unsubscribeTokens.write(person.id);
  const email = renderNotices(
    person.name,
    { power, attendance },
    {
      language: readLanguage([person.language]) ?? 'en',
      timeZone: campusTimeZone,
      names: new Map(namedPeople.filter(({ erased }) => !erased).map(({ id, name }) => [id, name])),
      app: `${origin}/${AREAS[person.details.userType]}`,
      settings: `${origin}/unsubscribe#${token}`,
    },
  );
  const unsubscribe = `${origin}/api/auth/notices/unsubscribe?token=${token}`;
  return { ...email, ...(attendance.length > 0 && { unsubscribe }) };
};

/** Sends one email with all notices of a person, unless the address is unverified. */
export const sendNotices = async (
  context: SendNoticesDeps,
  { id: mailId, userId, attempt }: WaitingNotices,
): Promise<void> => {
  const { notices, people, limitEmails, transport, clock } = context;
  const unsent = await notices.listUnsent(userId);
  const person = await people.findById(userId);
  const off = await notices.readSwitchedOff(userId);
  const recent = unsent.filter(({ createdAt }) => clock().getTime() - createdAt.getTime() < GIVE_UP_MS);
  const isWanted = ({ kind }: Notice) => !off.includes(ALL) && !off.includes(kind);
  const power = mergePowerNotices(recent.filter(isPowerNotice));
  const attendance = mergeNotices(
    recent.filter((notice): notice is Notice => !isPowerNotice(notice)).filter(isWanted),
  );
  // Suspended people only get power notices.
  const due = { power, attendance: person && isBlocked(person) ? [] : attendance };
  const count = due.power.length + due.attendance.length;
  if (person && !person.erased && person.emailVerified && !isMerged(person) && count > 0) {
    const recipient = { address: person.email, verified: true };
    const kind = power.length > 0 ? POWER : 'notices';
    if (attempt === 1 && !(await limitEmails.canSend(kind, userId, recipient)))
      return notices.finish(mailId, userId, []);
    const email = await writeEmail(context, person, due);
    await transport.send(mailId, { to: { name: person.name, address: person.email }, ...email });
  }
  await notices.finish(mailId, userId, unsent);
};

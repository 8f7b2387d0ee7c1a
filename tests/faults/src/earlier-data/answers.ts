import type { ServiceName } from '@qr-attendance/stack';
import type { Member } from '@qr-attendance/test-kit';
import { type Ask, type PersonName, people } from './people.ts';

export interface RecordedAnswer {
  person: PersonName;
  service: ServiceName;
  path: string;
  answer: unknown;
}

type ListedItems = { _id: string }[];

/** The answers must not depend on the current day. */
export const askEverything = async (
  ask: Ask,
  signedIn: Record<PersonName, Pick<Member, 'token'>>,
): Promise<RecordedAnswer[]> => {
  const answers: RecordedAnswer[] = [];
  for (const name of Object.keys(people) as PersonName[]) {
    const { token } = signedIn[name];
    const keep = async (service: ServiceName, path: string): Promise<unknown> => {
      const answer = await ask(service, 'GET', path, { token });
      answers.push({ person: name, service, path, answer });
      return answer;
    };
    await keep('auth', '/api/auth/me');
    await keep('auth', '/api/auth/email-address');
    const courses = (await keep('course', '/api/courses')) as ListedItems;
    const sessions = (await keep('session', '/api/sessions')) as ListedItems;
    const marks = (await keep('attendance', '/api/attendance')) as ListedItems;
    await keep('attendance', '/api/attendance/totals');
    await keep('attendance', '/api/attendance/export?timeZone=UTC');
    for (const { _id } of marks) await keep('attendance', `/api/attendance/${_id}/history`);
    if (people[name].userType === 'STUDENT') await keep('course', '/api/courses/available/all');
    else {
      for (const { _id } of courses) {
        await keep('attendance', `/api/analytics/courses/${_id}/students`);
        await keep('attendance', `/api/analytics/courses/${_id}/grid`);
      }
      for (const { _id } of sessions) {
        await keep('attendance', `/api/attendance?sessionId=${_id}`);
        await keep('attendance', `/api/attendance/attempts?sessionId=${_id}`);
        await keep('attendance', `/api/attendance/refused?sessionId=${_id}`);
      }
    }
  }
  return answers;
};

export const askAgain = async (
  ask: Ask,
  signedIn: Record<string, Pick<Member, 'token'>>,
  answered: RecordedAnswer[],
): Promise<RecordedAnswer[]> => {
  const answers: RecordedAnswer[] = [];
  for (const { person, service, path } of answered) {
    const token = signedIn[person]?.token ?? '';
    answers.push({ person, service, path, answer: await ask(service, 'GET', path, { token }) });
  }
  return answers;
};

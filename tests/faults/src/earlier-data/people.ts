import { PASSWORD } from '@qr-attendance/demo';
import type { ServiceName, ServiceSettings } from '@qr-attendance/stack';
import { createCalls, type CallRequest, type CampusClient, type Member } from '@qr-attendance/test-kit';
import { sendPatiently } from '../campus/call.ts';

export interface DumpedPerson {
  userType: 'TEACHER' | 'STUDENT';
  name: string;
  email: string;
}
const person = (userType: DumpedPerson['userType'], name: string): DumpedPerson => ({
  userType,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@campus.example`,
});
/** Do not remove anybody from this list who occurs in a dump. */
export const people = {
  ada: person('TEACHER', 'Ada Lovelace'),
  barbara: person('TEACHER', 'Barbara Liskov'),
  grace: person('STUDENT', 'Grace Hopper'),
  alan: person('STUDENT', 'Alan Turing'),
  edsger: person('STUDENT', 'Edsger Dijkstra'),
  katherine: person('STUDENT', 'Katherine Johnson'),
  dennis: person('STUDENT', 'Dennis Ritchie'),
};

export type PersonName = keyof typeof people;

/** Sends a request to one service, including internal routes. Every answer must be a success. */
export const createAsk =
  (urls: ServiceSettings['urls']) =>
  <Answer = unknown>(
    service: ServiceName,
    method: string,
    path: string,
    request?: CallRequest,
  ): Promise<Answer> =>
    createCalls(urls[service], { send: sendPatiently }).must<Answer>(method, path, request);
export type Ask = ReturnType<typeof createAsk>;

export const register = (campus: CampusClient, person: DumpedPerson): Promise<Member> =>
  campus.register({ ...person, password: PASSWORD, department: 'Electronics' }, { 'accept-language': 'de' });

export const signInAll = async (
  campus: CampusClient,
  names: Iterable<PersonName>,
): Promise<Record<PersonName, Member>> => {
  const signedIn = {} as Record<PersonName, Member>;
  for (const name of names) signedIn[name] = await campus.signIn(people[name].email, PASSWORD);
  return signedIn;
};

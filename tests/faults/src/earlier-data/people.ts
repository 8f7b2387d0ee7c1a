import { PASSWORD } from '@qr-attendance/demo';
import type { ServiceName, ServiceSettings } from '@qr-attendance/stack';
import type { TestDevice } from '@qr-attendance/test-kit';
import { mustSucceed } from '../campus/call.ts';

export interface DumpedPerson {
  userType: 'TEACHER' | 'STUDENT';
  name: string;
  email: string;
}
export interface SignedIn {
  id: string;
  token: string;
}
export type DumpedStudent = SignedIn & { device: TestDevice };

const person = (userType: DumpedPerson['userType'], name: string): DumpedPerson => ({
  userType,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@campus.example`,
});
/** People of the dumps. A person in any dump must stay in this list. */
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

interface Asked {
  token?: string;
  /** Text is sent unchanged. */
  body?: object | string;
  headers?: Record<string, string>;
}

export const createAsk =
  (urls: ServiceSettings['urls']) =>
  <Answer = unknown>(service: ServiceName, call: string, asked: Asked = {}): Promise<Answer> => {
    const [method = '', path = ''] = call.split(' ');
    return mustSucceed<Answer>(urls[service], method, path, asked);
  };
export type Ask = ReturnType<typeof createAsk>;

const toSignedIn = ({ token, user }: { token: string; user: { _id: string } }): SignedIn => ({
  id: user._id,
  token,
});

export const register = async (ask: Ask, { userType, name, email }: DumpedPerson): Promise<SignedIn> => {
  const details = userType === 'TEACHER' ? { employeeId: 'E1' } : { usn: 'U1', regNo: 'R1', semester: 3 };
  const form = { userType, name, email, password: PASSWORD, department: 'Electronics', ...details };
  const headers = { 'accept-language': 'de' };
  return toSignedIn(await ask('auth', 'POST /api/auth/register', { body: form, headers }));
};

export const signInAll = async (
  ask: Ask,
  names: Iterable<PersonName>,
): Promise<Record<PersonName, SignedIn>> => {
  const signedIn = {} as Record<PersonName, SignedIn>;
  for (const name of names) {
    const body = { email: people[name].email, password: PASSWORD };
    signedIn[name] = toSignedIn(await ask('auth', 'POST /api/auth/login', { body }));
  }
  return signedIn;
};

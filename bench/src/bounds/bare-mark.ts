import { randomUUID } from 'node:crypto';
import { markRequest, type PreparedRequest } from '../load/mark-request.ts';
import { phoneOf, type Phone } from '../load/phone.ts';
import type { Student } from '../world/people.ts';
import { BARE_CODE } from './table.ts';

/** What the bare server is sent. */
export interface BareMark {
  sessionId: string;
  studentId: string;
  deviceId: string;
  deviceKey: string;
}

/** A mark for the bare server, with the headers of a real one. */
export const bareMarkRequest = ({ path, headers }: PreparedRequest): PreparedRequest => {
  const mark: BareMark = {
    // Hexadecimal like the ids of sessions.
    sessionId: randomUUID().replaceAll('-', '').slice(0, 24),
    studentId: randomUUID(),
    deviceId: randomUUID(),
    deviceKey: 'Vx3oJmQ0N1c7dZlq0vJm8Yt5b2s9KfEwHcA4uRgPLiM',
  };
  return { method: 'POST', path, headers, body: JSON.stringify(mark) };
};

/** A student's phone in front of the bare server: it sends what it sends the product, as far as the server reads it. */
export const barePhone = (student: Student): Phone => ({
  ...phoneOf(student, BARE_CODE),
  // Signed as a real one is, so that the driver does the same work beside both.
  markWith: (ticket) => bareMarkRequest(markRequest(student, ticket)),
});

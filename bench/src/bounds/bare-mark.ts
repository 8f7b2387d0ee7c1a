import { randomUUID } from 'node:crypto';
import { markRequest, type PreparedRequest } from '../load/mark-request.ts';
import { phoneOf, type Phone } from '../load/phone.ts';
import type { Student } from '../world/people.ts';
import { BARE_CODE } from './table.ts';

export interface BareMark {
  sessionId: string;
  studentId: string;
  deviceId: string;
  deviceKey: string;
}

export const bareMarkRequest = ({ path, headers }: PreparedRequest): PreparedRequest => {
  const mark: BareMark = {
    sessionId: randomUUID().replaceAll('-', '').slice(0, 24),
    studentId: randomUUID(),
    deviceId: randomUUID(),
    deviceKey: 'Vx3oJmQ0N1c7dZlq0vJm8Yt5b2s9KfEwHcA4uRgPLiM',
  };
  return { method: 'POST', path, headers, body: JSON.stringify(mark) };
};

/**
 * A student's phone for the bare server, with the same requests as for the product, as far as the server
 * reads them.
 */
export const barePhone = (student: Student): Phone => ({
  ...phoneOf(student, BARE_CODE),
  // Signed like a real mark, so that the driver does the same work for both.
  markWith: (ticket) => bareMarkRequest(markRequest(student, ticket)),
});

import { randomUUID } from 'node:crypto';
import type { Member } from '@qr-attendance/test-kit';
import { markRequest, phoneOf, type Phone } from '../load/phone.ts';
import { post } from '../load/send.ts';

export const BARE_CODE = 'BAREC0DE';

export interface BareMark {
  sessionId: string;
  studentId: string;
  deviceId: string;
  deviceKey: string;
}

export const barePhone = (student: Member): Phone => ({
  ...phoneOf(student, BARE_CODE),
  markWith: (ticket) => {
    // The request is signed like a real mark, so that the driver does the same work for the bare server as
    // for the product.
    const { path, headers } = markRequest(student, ticket);
    const mark: BareMark = {
      sessionId: randomUUID().replaceAll('-', '').slice(0, 24),
      studentId: randomUUID(),
      deviceId: randomUUID(),
      deviceKey: 'Vx3oJmQ0N1c7dZlq0vJm8Yt5b2s9KfEwHcA4uRgPLiM',
    };
    return post(path, mark, headers);
  },
});

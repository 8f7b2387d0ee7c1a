import { PIN, type Student } from '../world/people.ts';

/** A request as it goes over the wire. */
export interface PreparedRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A mark as the student's own browser sends it, signed by its key. */
export const markRequest = ({ token, device }: Student, ticket: string): PreparedRequest => {
  const madeAt = new Date().toISOString();
  const { deviceId, publicKey: deviceKey } = device;
  const body = JSON.stringify({ ticket, madeAt, deviceId, deviceKey, pin: PIN });
  return {
    method: 'POST',
    path: '/api/attendance',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...device.headersFor(body),
    },
    body,
  };
};

import { PIN, type Student } from '../world/people.ts';

export interface PreparedRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

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

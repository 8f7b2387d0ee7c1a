import { randomUUID } from 'node:crypto';
import { runNode, serviceEnvironment, type System } from '@qr-attendance/stack';
import { campus, PASSWORD } from './campus.ts';

export const createAdmin = async (system: System): Promise<string> => {
  const email = `${randomUUID()}@campus.example`;
  const asked = JSON.stringify({ name: 'Mary Somerville', email });
  const made = await runNode('services/auth/src/create-admin.ts', serviceEnvironment('auth', system), asked);
  const { link } = JSON.parse(made) as { link: string };
  const token = new URL(link).hash.slice(1);
  await campus(system.url).call('POST', '/api/auth/reset-password', undefined, { token, password: PASSWORD });
  return email;
};

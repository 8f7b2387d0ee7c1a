import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const program = `
  import { createLogger } from '${new URL('../src/logging.ts', import.meta.url).href}';
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    detail: 'Key (email_key)=(ada@campus.example) already exists.',
    where: "unnamed portal parameter $1 = 'Ada'",
    internalQuery: "SELECT 'Ada'",
  });
  createLogger('auth', 'info').error({ err: error }, 'request failed');
`;

it('logs an error with its name and code, without row values from a database message', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const line: unknown = JSON.parse(stdout);
  expect(line).toMatchObject({ level: 'error', service: 'auth', err: { code: '23505' } });
  expect(stdout).toContain('users_email_key');
  expect(stdout).not.toMatch(/ada/i);
});

import { expect, it } from '@jest/globals';
import { hashPassword } from '../src/core/passwords/hash-password.ts';

process.env['REAL_PASSWORD_HASHES'] = 'true';

it('passwords are hashed with argon2id, 19 MiB and 2 passes', async () => {
  expect(await hashPassword('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

import { randomUUID } from 'node:crypto';
import type { Course } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { requestLimit } from '../defenses/gateway-limits.ts';
import { idempotencyKeyOwner, idempotentRequest } from '../defenses/server.ts';
import type { Person } from '../target/people.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';

const newCourse = (name = 'Cryptography') => ({ name, code: `R${randomUUID().slice(0, 8)}`, semester: 3 });
const create = ({ call }: Target, { token }: Person, key: string, body: object) =>
  call<Course>('POST', '/api/courses', { token, body, headers: { 'idempotency-key': `"${key}"` } });

export const repeatAttacks: Attack[] = [
  {
    name: 'somebody else’s course revealed by the idempotency key and body that created it',
    defenses: [idempotencyKeyOwner],
    attempt: async (target) => {
      const [owner, thief] = [await target.teacher(), await target.teacher()];
      const [key, body] = [randomUUID(), newCourse()];
      const { body: course } = await create(target, owner, key, body);
      return (await create(target, thief, key, body)).body._id === course._id;
    },
  },
  {
    name: 'a different request with a used idempotency key, answered as if it had been processed',
    defenses: [idempotentRequest],
    attempt: async (target) => {
      const [owner, key] = [await target.teacher(), randomUUID()];
      await create(target, owner, key, newCourse());
      return (await create(target, owner, key, newCourse('Logic'))).status === 201;
    },
  },
  {
    name: 'a flood of idempotency keys by one account',
    defenses: [requestLimit],
    attempt: async (target) => {
      const owner = await target.teacher();
      for (let n = 0; n <= GATEWAY_LIMITS.client; n += 1)
        if ((await create(target, owner, randomUUID(), newCourse())).status !== 201) return false;
      return true;
    },
  },
];

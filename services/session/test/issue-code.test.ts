import { connectMongo } from '@qr-attendance/server/mongo';
import { openStack } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCodes, newSecret } from '../src/codes/codes.ts';
import { makeCode } from '../src/codes/rules/code.ts';
import { createModels } from '../src/db/models.ts';
import { issueCode } from '../src/codes/rotate-codes.ts';
import { newId } from './support/class.ts';

let stack: Awaited<ReturnType<typeof openStack>>;
let connection: Awaited<ReturnType<typeof connectMongo>>;
beforeAll(async () => {
  stack = await openStack('session');
  connection = await connectMongo(stack.mongoUrl);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await stack.close();
});

const now = new Date('2026-09-14T09:00:00Z');

describe('A new code', () => {
  it('is another one when a session has it already, and the first stays whose it was', async () => {
    const codes = makeCodes(createModels(connection).codes);
    const secret = newSecret();
    const context = { codes, newSecret: () => secret, graceSeconds: 5 };
    const [one, other] = [newId(), newId()];
    const first = await issueCode(context, one, 30, now);
    const second = await issueCode(context, other, 30, now);
    expect(first).toEqual({ code: makeCode(secret, 0, 0), issuedAt: now, secret, refreshes: 0 });
    expect(second).toEqual({ code: makeCode(secret, 1, 0), issuedAt: now, secret, refreshes: 1 });
    expect((await codes.find(first.code))?.sessionId).toBe(one);
    expect(await codes.find(second.code)).toEqual({
      code: second.code,
      sessionId: other,
      issuedAt: now,
      expiresAt: new Date('2026-09-14T09:00:35Z'),
    });
  });
});

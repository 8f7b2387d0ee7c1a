import { connectMongo } from '@qr-attendance/server/mongo';
import { openStack } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCodes } from '../src/codes/codes.ts';
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

describe('A new code', () => {
  it('is another one when a session has it already, and the first stays whose it was', async () => {
    const codes = makeCodes(createModels(connection).codes);
    const dice = ['TAKEN000', 'TAKEN000', 'FREE0000'];
    const context = { codes, newCode: () => dice.shift() ?? '', graceSeconds: 5 };
    const [one, other] = [newId(), newId()];
    const now = new Date('2026-09-14T09:00:00Z');
    expect((await issueCode(context, one, 30, now)).code).toBe('TAKEN000');
    expect((await issueCode(context, other, 30, now)).code).toBe('FREE0000');
    expect((await codes.find('TAKEN000'))?.sessionId).toBe(one);
    expect(await codes.find('FREE0000')).toEqual({
      code: 'FREE0000',
      sessionId: other,
      issuedAt: now,
      expiresAt: new Date('2026-09-14T09:00:35Z'),
    });
  });
});

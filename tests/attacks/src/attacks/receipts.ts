import { setTimeout as pause } from 'node:timers/promises';
import type { AttendanceRecord, ReceiptCheck } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { erasedNameRemoval, receiptOwner, receiptSignature, receiptComparison } from '../defenses/history.ts';
import { PASSWORD } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (receipt: string, index: number) =>
  JSON.parse(Buffer.from(receipt.split('.')[index] ?? '', 'base64url').toString()) as object;

const markWithReceipt = async ({ lesson, member, mark, scan, must }: Target) => {
  const running = await lesson();
  const student = await member(running);
  const { body } = await mark(student, await scan(student, running));
  const id = String(body['_id']);
  const receiptOf = (token: string) =>
    must<{ receipt: string }>('GET', `/api/attendance/${id}/receipt`, { token });
  return { running, student, id, receiptOf, ...(await receiptOf(student.token)) };
};
const check = async ({ call }: Target, receipt: string) => {
  const { body } = await call<ReceiptCheck>('POST', '/api/attendance/receipts/check', { body: { receipt } });
  return body;
};

export const receiptAttacks: Attack[] = [
  {
    name: 'a receipt whose status was changed',
    defenses: [receiptSignature],
    attempt: async (target) => {
      const { receipt } = await markWithReceipt(target);
      const [header = '', , signed = ''] = receipt.split('.');
      const forged = [header, part({ ...read(receipt, 1), status: 'EXCUSED' }), signed].join('.');
      return (await check(target, forged)).receipt?.status === 'EXCUSED';
    },
  },
  {
    name: 'an invented receipt without a signature (alg: none)',
    defenses: [receiptSignature],
    attempt: async (target) => {
      const { receipt } = await markWithReceipt(target);
      const header = part({ ...read(receipt, 0), alg: 'none' });
      const forged = `${header}.${part({ ...read(receipt, 1), student: 'Somebody Else' })}.`;
      return (await check(target, forged)).receipt?.student === 'Somebody Else';
    },
  },
  {
    name: 'a receipt of another student’s mark',
    defenses: [receiptOwner],
    attempt: async (target) => {
      const { id, running } = await markWithReceipt(target);
      const other = await target.member(running);
      const { status } = await target.call('GET', `/api/attendance/${id}/receipt`, { token: other.token });
      return status === 200;
    },
  },
  {
    name: 'an erased student’s name confirmed by an old receipt',
    defenses: [erasedNameRemoval],
    attempt: async (target) => {
      const { student, receipt } = await markWithReceipt(target);
      const { token, name } = student;
      await target.must('POST', '/api/auth/erase-me', { token, body: { password: PASSWORD } });
      for (let tries = 0; tries < 50; tries++) {
        if ((await check(target, receipt)).receipt?.student !== name) return false;
        await pause(100);
      }
      return true;
    },
  },
  {
    name: 'a receipt shown after the teacher has rejected the mark',
    defenses: [receiptComparison],
    attempt: async (target) => {
      const { id, running, receipt } = await markWithReceipt(target);
      await target.must<AttendanceRecord>('POST', `/api/attendance/${id}/review`, {
        token: running.teacher.token,
        body: { decision: 'refuse', reason: 'Was not there' },
      });
      return (await check(target, receipt)).result === 'valid';
    },
  },
];

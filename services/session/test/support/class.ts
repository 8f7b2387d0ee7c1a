import { randomBytes } from 'node:crypto';
import type { AnonymousScan, FreshCode, BurstCodes, Session, VerifiedScan } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { type Answer, call, type Person, type TestDevice } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import type { CurrentCode } from '../../src/db/stored-session.ts';
import type { World } from './world.ts';

export const newId = () => randomBytes(12).toString('hex');
const room = { latitude: 52.52, longitude: 13.405 };

export const createClass = (world: World) => {
  const ask = <Body>(person: Person, method: string, path: string, body?: unknown): Promise<Answer<Body>> =>
    call<Body>(world.url(), method, path, { token: person.token, body });
  const giveCourse = (teacher: Person, name = 'Algorithms'): string => {
    const id = newId();
    world.neighbors.courses.set(id, { ...samples.courseChanged, id, name, teacherId: teacher.id });
    return id;
  };
  const newSession = (courseId: string, more: object = {}) => ({
    courseId,
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
    endTime: '',
    useLocation: true,
    locationRadius: 50,
    location: room,
    ...more,
  });
  const create = (teacher: Person, body: object) => ask<Session>(teacher, 'POST', '/api/sessions', body);
  return {
    giveCourse,
    giveEnrollment: (student: Person, courseId: string): void => {
      const enrollment = { ...samples.membershipChanged, id: newId(), courseId, studentId: student.id };
      world.neighbors.enrollments.push(enrollment);
    },
    newSession,
    create,
    open: async (more: object = {}) => {
      const teacher = world.people.teacher();
      const courseId = giveCourse(teacher);
      const { body } = await create(teacher, newSession(courseId, more));
      return { teacher, courseId, id: body._id, code: body.qrCode ?? '', session: body };
    },
    get: (person: Person, id: string) => ask<Session>(person, 'GET', `/api/sessions/${id}`),
    list: (person: Person, query = '') => ask<Session[]>(person, 'GET', `/api/sessions${query}`),
    end: (teacher: Person, id: string, endTime?: string) =>
      ask<Session>(teacher, 'PATCH', `/api/sessions/${id}`, { active: false, endTime }),
    edit: (teacher: Person, id: string, body: object) =>
      ask<Session>(teacher, 'PUT', `/api/sessions/${id}`, body),
    cancel: (teacher: Person, id: string) => ask<Session>(teacher, 'POST', `/api/sessions/${id}/cancel`),
    reopen: (teacher: Person, id: string) => ask<Session>(teacher, 'POST', `/api/sessions/${id}/reopen`),
    confirm: (teacher: Person, id: string) => ask<Session>(teacher, 'POST', `/api/sessions/${id}/confirm`),
    remove: (teacher: Person, id: string) => ask<undefined>(teacher, 'DELETE', `/api/sessions/${id}`),
    refresh: (teacher: Person, id: string, body?: object) =>
      ask<FreshCode>(teacher, 'POST', `/api/sessions/${id}/refresh`, body),
    verify: (person: Person, code: string | undefined) =>
      ask<VerifiedScan & { error?: string }>(person, 'GET', `/api/sessions/verify/${code ?? ''}`),
    verifySigned: ({ token }: Person, code: string, headers: Record<string, string>) =>
      call<VerifiedScan & { error?: string }>(world.url(), 'GET', `/api/sessions/verify/${code}`, {
        token,
        headers,
      }),
    wall: (teacher: Person, id: string) =>
      ask<BurstCodes & { code?: string }>(teacher, 'GET', `/api/sessions/${id}/burst-codes`),
    sendSequence: ({ token }: Person, sequence: object, signer?: TestDevice) => {
      const body = JSON.stringify(sequence);
      return call<VerifiedScan & { code?: string }>(world.url(), 'POST', '/api/sessions/scans/live', {
        token,
        body,
        headers: signer?.headersFor(body) ?? {},
      });
    },
    scan: (code: string | undefined, device: TestDevice, signer: TestDevice | null = device) => {
      const body = JSON.stringify({ code, deviceKey: device.publicKey });
      return call<AnonymousScan & { error?: string }>(world.url(), 'POST', '/api/sessions/scans', {
        body,
        headers: signer?.headersFor(body) ?? {},
      });
    },
    redeem: (
      { token }: Person,
      scan: string,
      device: TestDevice,
      signer: TestDevice | null = device,
      at?: string,
    ) => {
      const body = JSON.stringify({ scan, deviceKey: device.publicKey, at });
      return call<VerifiedScan & { error?: string }>(world.url(), 'POST', '/api/sessions/scans/redeem', {
        token,
        body,
        headers: signer?.headersFor(body) ?? {},
      });
    },
    age: async (id: string, seconds: number): Promise<void> => {
      const earlier = (moment: Date) => new Date(moment.getTime() - seconds * 1000);
      const sessions = world.database.collection('sessions');
      const _id = new mongoose.Types.ObjectId(id);
      const session = await sessions.findOne({ _id });
      const { issuedAt, replaced = [] } = (session?.['currentCode'] ?? {}) as CurrentCode;
      const aged = replaced.map(({ code, expiresAt }) => ({ code, expiresAt: earlier(expiresAt) }));
      await sessions.updateOne(
        { _id },
        { $set: { 'currentCode.issuedAt': earlier(issuedAt), 'currentCode.replaced': aged } },
      );
    },
  };
};
export type Class = ReturnType<typeof createClass>;

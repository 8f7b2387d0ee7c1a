import { afterEach, describe, expect, test } from '@jest/globals';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { NO_CHECKS } from '@qr-attendance/contracts';
import { FLOOR, openArea, unitStaff } from './support/open-area.tsx';

const classes = {
  timeZone: 'Europe/Berlin',
  defaultChecks: NO_CHECKS,
  limitsNetworks: false,
  allowUnsigned: true,
  codeOpensBeforeMinutes: 15,
  codeGraceSeconds: 5,
  markSeconds: 120,
  signInSeconds: 180,
  openEndedHours: 1,
  seriesHorizonDays: 14,
};
const courses = {
  newCourseEnrollment: 'KEY',
  importMaxChangedPercent: 20,
  importRetentionDays: 30,
  importSources: ['registry', 'hr'],
};
const accounts = {
  teacherRegistration: 'invite',
  refreshTokenDays: 30,
  signInDays: { staff: 7, students: 120 },
  freshProofMinutes: 15,
  replacedDeviceHours: 24,
  addedProofHours: 24,
  hasAuditor: false,
};
const attendance = {
  selfieRetentionDays: 30,
  markDetailsRetentionDays: 365,
  knowsCampusNetworks: false,
  issuesReceipts: true,
};
const answers = {
  'GET /api/sessions/settings': answer(classes),
  'GET /api/courses/settings': answer(courses),
  'GET /api/auth/settings': answer(accounts),
  'GET /api/attendance/settings': answer(attendance),
};

afterEach(cleanup);

describe('settings', () => {
  test('show each value, its effect and where it is set', async () => {
    openArea('/admin/settings', {
      ...answers,
      [FLOOR]: answer({ floor: { ...NO_CHECKS, requirePin: true, requireDevice: true }, decided: true }),
    });
    expect(await screen.findByText('Every class requires at least: PIN, Registered device')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change the requirements' })).toBeTruthy();
    expect(await screen.findByText('A class without an end time ends after: 1 hour')).toBeTruthy();
    expect(await screen.findByText('A new class requires: Nothing')).toBeTruthy();
    expect(await screen.findByText('Who may register as a teacher: People with an invite code')).toBeTruthy();
    expect(screen.getByText('Administrators create the codes on the page “Invites”.')).toBeTruthy();
    expect(screen.getByText('Set as TEACHER_REGISTRATION')).toBeTruthy();
    expect(screen.getByText('A sign-in of teachers and administrators lasts for: 7 days')).toBeTruthy();
    expect(await screen.findByText('Imports ask above this share of changes: 20 %')).toBeTruthy();
    expect(await screen.findByText('Selfies are deleted after: 30 days')).toBeTruthy();
  });

  test('are read-only for somebody with a role in a unit', async () => {
    openArea('/admin/settings', answers, unitStaff);
    expect(await screen.findByText('Enrollment in a new course: With the key of the course')).toBeTruthy();
    expect(screen.queryByText(/^Every class requires at least/)).toBeNull();
  });

  test('stay readable if a service is unreachable or a value comes from a newer version', async () => {
    openArea('/admin/settings', {
      ...answers,
      'GET /api/sessions/settings': refusal(403, 'Not now.'),
      'GET /api/auth/settings': answer({ ...accounts, teacherRegistration: 'lottery' }),
    });
    expect(await screen.findByText('Who may register as a teacher: Set by a newer version')).toBeTruthy();
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });
});

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answer, callOf, failuresOf } from '@qr-attendance/web-kit/testing';
import {
  simulateInsecureContext,
  simulateSecureContext,
} from '@qr-attendance/web-kit/testing/secure-browser';
import specified from '@qr-attendance/web-kit/texts/specified';
import { routes, type RouteContract } from '@qr-attendance/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { openArea, profileOf, user } from './support/open-area.tsx';
import { course, summary } from './support/samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

interface Row {
  key: keyof typeof specified;
  route: RouteContract;
  path: string;
  act?: () => Promise<unknown>;
}
const { auth, attendance } = routes;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

const rows: Row[] = [
  { key: 'dashboardFailed', route: attendance.getAnalyticsSummary, path: '/student' },
  { key: 'recordsFailed', route: attendance.listAttendance, path: '/student/history' },
  { key: 'myReportsFailed', route: attendance.listAttendance, path: '/student/reports' },
  {
    key: 'availableCoursesFailed',
    route: routes.course.listAvailableCourses,
    path: '/student/enroll',
  },
  {
    key: 'enrollFailed',
    route: routes.course.enroll,
    path: '/student/enroll',
    act: () => press('Enroll in Algorithms'),
  },
  { key: 'studentFailed', route: auth.getMe, path: '/student/security' },
  {
    key: 'preferencesFailed',
    route: auth.updateSecurity,
    path: '/student/security',
    act: () => press('Save Preferences'),
  },
  {
    key: 'pinFailed',
    route: auth.setPin,
    path: '/student/security',
    act: async () => {
      for (const label of ['PIN', 'Confirm PIN'])
        fireEvent.change(await screen.findByLabelText(label), { target: { value: '2468' } });
      await press('Set PIN');
    },
  },
  {
    key: 'deviceFailed',
    route: auth.registerDevice,
    path: '/student/security',
    act: () => press('Register Device'),
  },
];

const usual = {
  [callOf(auth.getMe)]: answer({ user, profile: profileOf({ registeredDevices: [] }) }),
  [callOf(attendance.getAnalyticsSummary)]: answer(summary()),
  [callOf(attendance.listAttendance)]: answer([]),
  [callOf(routes.course.listCourses)]: answer([]),
  [callOf(routes.course.listAvailableCourses)]: answer([course()]),
};

// Device keys require a secure context.
beforeEach(simulateSecureContext);
afterEach(() => {
  cleanup();
  simulateInsecureContext();
});

describe.each(rows)('$key: $path shows this text when $route.method $route.path fails', (row) => {
  test.each(failuresOf(specified[row.key]))('$how', async ({ failed, said, unsaid }) => {
    openArea(row.path, { ...usual, [callOf(row.route)]: failed });
    await row.act?.();
    expect(await screen.findAllByText(said)).not.toHaveLength(0);
    expect(screen.queryByText(unsaid)).toBeNull();
  });
});

import type { Page } from '@playwright/test';
import type { World } from '@qr-attendance/e2e/support/world';
import type { MeasuredPage } from './visits.ts';

const always = (path: string) => () => Promise.resolve(path);
const button = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name });

/** The pages that are measured. `scan`: where a code that is still good leads. */
export const pagesOf = (world: World, scan: () => Promise<string>): MeasuredPage[] => [
  { name: 'home', path: always('/'), control: (page) => page.getByRole('main').getByText('Login') },
  { name: 'sign-in', path: always('/login'), control: button('Login') },
  { name: 'scan', path: always('/student/scan'), as: world.student, control: button('Start Scanning') },
  { name: 'marking', path: scan, as: world.student, control: button('Mark My Attendance') },
  {
    name: 'teacher dashboard',
    path: always('/teacher'),
    as: world.teacher,
    control: (page) => page.getByRole('main').getByRole('link', { name: 'Open session' }),
  },
];

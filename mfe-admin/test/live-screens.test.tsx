import { answer } from '@qr-attendance/web-kit/testing';
import { testLiveScreens } from '@qr-attendance/web-kit/testing/live-screens';
import { screen } from '@testing-library/react';
import { openArea } from './support/open-area.tsx';
import { IMPORT_ID, importRun, NO_CLASSES } from './support/samples.ts';

const text = (content: string | RegExp) => screen.queryAllByText(content)[0];
const run = (n: number) =>
  importRun({ kind: 'people', fileName: `people-${n}.csv`, state: 'applying', progress: 10 });
const unit = { _id: '66f000000000000000000901', name: 'Engineering' };
const stat = (title: string) => text(title)?.parentElement?.textContent.replace(title, '').trim();

testLiveScreens('admin', {
  'overview of the institution': {
    open: (answers) => openArea('/admin', answers),
    isOn: () => text('Engineering') && stat('Emails waiting') && stat('Imports running'),
    requests: {
      dayOverviewRequest: {
        answerOf: (n) =>
          answer({
            day: '2026-09-14',
            ...NO_CLASSES,
            units: [{ ...unit, name: 'Engineering', ...NO_CLASSES, held: 100 + n }],
          }),
        isShown: (n) => text(String(100 + n)),
      },
      waitingEmailsRequest: {
        answerOf: (n) => answer({ waiting: 200 + n, retried: 0 }),
        isShown: (n) => text(String(200 + n)),
      },
      importsRequest: {
        answerOf: (n) =>
          answer(
            Array.from({ length: n + 1 }, (_, index) => ({
              ...run(n),
              _id: `66f00000000000000000080${index}`,
            })),
          ),
        isShown: (n) => stat('Imports running') === String(n + 1),
      },
    },
  },
  'classes of a unit': {
    open: (answers) => openArea('/admin/classes', answers),
    others: { 'GET /api/units': answer([]) },
    isOn: () => text(/^Algorithms \d/),
    requests: {
      unitSessionsRequest: {
        answerOf: (n) =>
          answer([
            {
              _id: '66f000000000000000005e01',
              course: { _id: '66f000000000000000000c01', name: `Algorithms ${n}`, code: 'CS201' },
              unit,
              teacher: { name: 'Ada' },
              date: '2026-09-14',
              startTime: '2026-09-14T09:00:00.000Z',
              state: 'running',
            },
          ]),
        isShown: (n) => text(new RegExp(`^Algorithms ${n}`)),
      },
    },
  },
  'terms that are archived': {
    open: (answers) => openArea('/admin/terms', answers),
    isOn: () => text(/^Term \d/),
    requests: {
      termsRequest: {
        answerOf: (n) =>
          answer([
            {
              _id: '66f000000000000000000701',
              name: `Term ${n}`,
              firstDay: '2031-01-01',
              lastDay: '2031-01-28',
              breaks: [],
              phase: 'UPCOMING',
              courseCount: 2,
              updatingCourses: true,
              version: 3,
            },
          ]),
        isShown: (n) => text(`Term ${n}`),
      },
    },
  },
  imports: {
    open: (answers) => openArea('/admin/imports', answers),
    isOn: () => text(/^people-\d/),
    requests: {
      importsRequest: { answerOf: (n) => answer([run(n)]), isShown: (n) => text(`people-${n}.csv`) },
    },
  },
  import: {
    open: (answers) => openArea(`/admin/imports/${IMPORT_ID}`, answers),
    isOn: () => screen.queryByRole('progressbar'),
    requests: {
      importRequest: {
        answerOf: (n) => answer({ ...run(n), progress: 10 + n }),
        isShown: (n) => Number(screen.queryByRole('progressbar')?.getAttribute('value')) === 10 + n,
      },
    },
  },
});

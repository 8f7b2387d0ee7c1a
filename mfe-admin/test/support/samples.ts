import type { ImportCounts, ImportRun } from '@qr-attendance/contracts';
import { user } from './open-area.tsx';

export const IMPORT_ID = '66f000000000000000000801';

export const importCounts = (more: Partial<ImportCounts> = {}): ImportCounts => ({
  added: 0,
  changed: 0,
  ended: 0,
  unchanged: 0,
  skipped: 0,
  waiting: 0,
  unmatched: 0,
  error: 0,
  ...more,
});

export const importRun = (more: Partial<ImportRun> = {}): ImportRun => ({
  _id: IMPORT_ID,
  kind: 'memberships',
  fileName: 'members.csv',
  bytes: 60,
  state: 'uploaded',
  complete: false,
  createdBy: { _id: user._id, name: user.name },
  createdAt: '2031-09-28T08:00:00.000Z',
  expiresAt: '2031-10-28T08:00:00.000Z',
  header: ['Group', 'Student', 'From'],
  firstLines: [['S1', 'q1', '2031-09-28']],
  mapping: { section: 0 },
  ...more,
});

export const listedPerson = <Known extends object, More extends object>(known: Known, more?: More) => ({
  ...known,
  createdAt: '2026-09-01T08:00:00.000Z',
  suspendedAt: null,
  suspendedBecause: null,
  ...more,
});

export const NO_CLASSES = { scheduled: 0, running: 0, held: 0, unconfirmed: 0, canceled: 0 };

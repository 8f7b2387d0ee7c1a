import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportKind, ImportRun } from '@qr-attendance/contracts';
import { createCampus, writeCampus } from '@qr-attendance/demo';
import { startServices } from '@qr-attendance/test-kit';
import { expect, it } from '@jest/globals';
import { createImportClient } from '../src/import/client.ts';

const PEOPLE = 60;

it('a generated campus is imported with the suggested columns, and importing it again changes nothing', async () => {
  const services = await startServices(['auth', 'course', 'session']);
  const folder = await mkdtemp(join(tmpdir(), 'campus-'));
  try {
    const counts = await writeCampus(createCampus({ people: PEOPLE, seed: 7 }), folder);
    const client = createImportClient(services.urls.course, services.tokenFor);
    const importFile = async (kind: ImportKind): Promise<ImportRun> =>
      client.apply(kind, await client.read(folder, kind));
    for (const kind of [
      'units',
      'terms',
      'rooms',
      'people',
      'sections',
      'memberships',
      'timetable',
    ] as const) {
      const { state, applied } = await importFile(kind);
      expect({ kind, state, ...applied }).toMatchObject({ kind, state: 'done', unmatched: 0, error: 0 });
    }
    const { examples = [] } = await importFile('staff');
    const problems = examples.flatMap(({ problem }) => problem ?? []);
    // A generated lecturer can have two roles in a course; the first role counts.
    const expected = ['conflict', 'repeated'];
    expect(problems.filter((problem) => !expected.includes(problem))).toEqual([]);
    const again = await importFile('memberships');
    expect(again.applied).toMatchObject({
      unchanged: counts['memberships.csv'],
      added: 0,
      changed: 0,
      ended: 0,
    });
    expect((await importFile('timetable')).applied).toMatchObject({
      unchanged: counts['class-times.csv'],
      added: 0,
      changed: 0,
      ended: 0,
    });
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

import { expect } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import type { MarkedClass } from '../../src/core/memberships/rules/marked-classes.ts';
import { isOpen } from '../../src/core/memberships/rules/periods.ts';
import type { Period } from '../../src/db/enrollment-models.ts';
import { openClass } from '../support/classes.ts';
import { csv, type Office } from '../support/office.ts';
import type { importStatedCourse } from '../support/stated-course.ts';
import { createMoveClaims } from './move-claims.ts';
import { type MoveStep, type MoveStory, type SectionName, SECTIONS } from './move-stories.ts';
import { findProblem } from './simulate-moves.ts';

type Course = Awaited<ReturnType<typeof importStatedCourse>>;

export const tellMoves = async (office: Office, course: Course, story: MoveStory): Promise<void> => {
  const [student] = await office.importPeople('student', 1);
  const { id = '', user = '' } = student ?? {};
  const idOf = (section: SectionName) => (section === 'A' ? course.a : course.b);
  const claims = createMoveClaims();
  const runs: string[] = [];
  const past: unknown[] = [];
  const marked: MarkedClass[] = [];

  const readPeriods = async (): Promise<Period[]> => {
    const found = await office.database
      .collection<{ periods: Period[] }>('enrollments')
      .findOne({ courseId: new mongoose.Types.ObjectId(course.id), studentId: user } as object);
    const names = new Map(SECTIONS.map((section) => [course.sections[section], section]));
    return (found?.periods ?? []).map((period) => ({
      ...period,
      sectionId: names.get(period.sectionId) ?? period.sectionId,
    }));
  };

  const applyFile = async (section: SectionName | null, complete: boolean): Promise<void> => {
    const lines = [[course.a, course.students[0] ?? ''], ...(section ? [[idOf(section), id]] : [])];
    const run = await office.apply('memberships', csv('section,person', lines), { complete });
    expect([run.state, run.applied]).toEqual(['done', run.preview]);
    runs.push(run._id);
    claims.applyFile(section, run._id);
  };
  const applyUndo = async (run: string): Promise<void> => {
    expect(await office.undo(run)).toMatchObject({ state: 'undone' });
    claims.undo(run);
  };
  const mark = async (section: SectionName): Promise<void> => {
    const held = await openClass(office, course, course.sections[section]);
    await held.mark(user);
    const { endTime = '' } = await held.end();
    marked.push({
      sectionIds: [section],
      startTime: new Date(held.startTime),
      endedAt: new Date(endTime),
    });
  };
  const askTeacher = async (method: string, path: string, body?: object): Promise<void> => {
    const { status } = await course.ask(method, `/students/${user}${path}`, body);
    expect(status).toBeLessThan(300);
  };

  const apply = async (step: MoveStep): Promise<void> => {
    if (step.type === 'file') return applyFile(step.section, false);
    if (step.type === 'complete') return applyFile(step.section, true);
    if (step.type === 'undo') {
      const run = runs.at(-1 - (step.back % Math.max(1, runs.length)));
      return run === undefined ? undefined : applyUndo(run);
    }
    const periods = await readPeriods();
    const current = periods.find((period) => isOpen([period], new Date()));
    if (!current) return undefined;
    if (step.type === 'mark') return mark(current.sectionId as SectionName);
    if (step.type === 'remove') {
      await askTeacher('DELETE', '');
      return claims.claimOfTeacher(null);
    }
    // The step is skipped: moving back to an earlier section leaves no lasting change in the periods.
    if (periods.some(({ sectionId }) => sectionId === step.section)) return undefined;
    await askTeacher('POST', '/move', { sectionId: course.sections[step.section] });
    return claims.claimOfTeacher(step.section);
  };

  const tell = async (step: unknown, act: () => Promise<void>): Promise<void> => {
    past.push(step);
    await act();
    await eventually(async () => {
      const problem = findProblem(await readPeriods(), {
        wanted: claims.section(),
        marked,
        now: new Date(),
      });
      expect({ past, problem }).toEqual({ past, problem: undefined });
    });
  };
  for (const step of story.steps) await tell(step, () => apply(step));
  for (const run of story.undoesAll ? runs.toReversed() : [])
    await tell({ undone: run }, () => applyUndo(run));
};

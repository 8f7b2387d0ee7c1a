import type { ImportRun } from '@qr-attendance/contracts';
import { call, eventually } from '@qr-attendance/test-kit';
import type { Values } from '@qr-attendance/statements';
import {
  changeByPeople,
  createModel,
  type ModelState,
  overrides,
  removeByPeople,
  restoreByPeople,
  worldOf,
} from '@qr-attendance/statements/testing';
import { expect } from '@jest/globals';
import { csv, type Office } from '../support/office.ts';
import type { ModelRules } from './faults.ts';
import { KINDS, type Story, type StoryStep } from './stories.ts';
import { createRooms, createStaff, createTerms, createUnits } from './campus-things.ts';
import type { Course } from './open-course.ts';
import { createClasses, createMemberships, createPeople, type Things } from './things.ts';

const CRASHES = [undefined, 'course', 'auth', 'session'] as const;

interface KindModel {
  things: Things;
  models: ModelState[];
  touched: Set<number>;
}
interface AppliedFile {
  run: ImportRun;
  modeled: KindModel;
  source: string;
  lines: (Values | undefined)[];
  isUndone: boolean;
}

const lastSource = (model: ModelState, source: string): boolean =>
  (model.claims['exists'] ?? []).findLast((claim) => claim.source === source && claim.runs.size > 0)
    ?.value === true;

/** Runs a story on real services over HTTP and on the model, and compares both after every step. */
export const simulate = async (
  office: Office,
  { course, adminToken, rules }: { course: Course; adminToken: string; rules: ModelRules },
  story: Story,
): Promise<void> => {
  const { services } = office;
  const { stateLine, undoRun, withdrawLine } = rules;
  const people = createPeople(office);
  const stage = { ...course, section: course.times.takeSection() };
  const all = [
    people,
    createRooms(office),
    createMemberships(office, people, stage),
    createClasses(office, stage),
    createTerms(office),
    createUnits(office, course),
    createStaff(office, course),
  ];
  const modeled = all.map((things): KindModel => ({
    things,
    models: things.keys.map(() => createModel(undefined, things.fields, things.ranks)),
    touched: new Set(),
  }));
  const kindAt = (index: number) => modeled[index % KINDS.length] as KindModel;
  const files: AppliedFile[] = [];
  const past: unknown[] = [];

  /** Retries, because services receive merges and erasures as events. */
  const expectSame = (): Promise<void> =>
    eventually(async () => {
      for (const { things, models } of modeled) {
        const found = { kind: things.kind, worlds: await things.read(), past };
        expect(found).toEqual({ kind: things.kind, worlds: models.map(worldOf), past });
      }
    });

  const erased = new Set<number>();
  const isAboutPerson = ({ kind }: Things): boolean => kind === 'people' || kind === 'memberships';
  /** After an erasure, no statement about the person remains, and lines about the person are skipped. */
  const erase = async (index: number): Promise<void> => {
    const [id] = (await office.findPeople(people.keys)).flatMap((person, at) =>
      person && at === index ? person.id : [],
    );
    if (id === undefined) return;
    const options = { token: adminToken, body: { reason: 'As the student asked.' } };
    const { status } = await call(services.urls.auth, 'POST', `/api/auth/people/${id}/erase`, options);
    expect(status).toBeLessThan(300);
    erased.add(index);
    for (const { things, models } of modeled)
      if (isAboutPerson(things)) models[index] = createModel(undefined, things.fields, things.ranks);
  };

  const crashDuring = async (crash: number): Promise<void> => {
    const name = CRASHES[crash];
    if (name) services.kill(name);
    await Promise.resolve();
  };

  const applyFile = async (
    target: KindModel,
    {
      source,
      lines: given,
      complete,
      crash,
    }: { source: string; lines: (Values | undefined)[]; complete: boolean; crash: number },
  ): Promise<void> => {
    const { things, models } = target;
    const worlds = things.identify ? await things.read() : [];
    const identified = given.map((values, index) =>
      values && things.identify ? things.identify(index, values, worlds[index]) : { values, previous: '' },
    );
    const lines = identified.map(({ values }) => values);
    const isThere = (await people.read()).map((person) => person !== undefined);
    // Lines about people who do not exist are not imported.
    const stated = lines.map((values, index) =>
      isAboutPerson(things) && (erased.has(index) || (things.kind === 'memberships' && !isThere[index]))
        ? undefined
        : values,
    );
    const rows = identified.flatMap(({ values, previous }, index) =>
      values ? [things.lineOf(index, values, previous)] : [],
    );
    if (rows.length === 0) return;
    const isComplete = complete && things.isCompletable;
    const previewed = await office.preview(things.kind, csv(things.header, rows), {
      source,
      complete: isComplete,
    });
    expect([previewed.state, previewed.failure]).toEqual(['previewed', undefined]);
    await office.act(previewed._id, 'confirm', { changes: previewed.changesToConfirm });
    await crashDuring(crash);
    const run = await office.settle(previewed._id);
    expect([run.state, run.failure]).toEqual(['done', undefined]);
    expect(run.applied).toEqual(previewed.preview);
    for (const [index, model] of models.entries()) {
      const values = stated[index];
      if (values) stateLine(model, { source, run: run._id, values, declined: [] }, things.ranks);
      // A line that is not imported may be about anybody, so nothing ends.
      else if (isComplete && stated.every((one, at) => one || !lines[at]) && lastSource(model, source))
        withdrawLine(model, { source, run: run._id, isDeclined: false }, things.ranks);
    }
    files.push({ run, modeled: target, source, lines, isUndone: false });
  };

  const applyUndo = async (file: AppliedFile, crash: number): Promise<void> => {
    const { run, modeled: target } = file;
    if (file.isUndone) return;
    file.isUndone = true;
    await office.act(run._id, 'undo');
    await crashDuring(crash);
    const undone = await office.settle(run._id);
    expect([undone.state, undone.failure]).toEqual(['undone', undefined]);
    const { things, models, touched } = target;
    for (const [index, model] of models.entries()) {
      const before = worldOf(model);
      const isChanged = things.fields.some((field) => overrides(model, field));
      undoRun(model, run._id);
      const isKept =
        things.keeps === 'touched' ? touched.has(index) : things.keeps === 'changed' && isChanged;
      if (before && !worldOf(model) && (isKept || isChanged)) restoreByPeople(model, before);
      if (!worldOf(model)) touched.delete(index);
    }
  };

  const mergeAndSeparate = async (into: number, crash: number): Promise<void> => {
    const knownPeople = await office.findPeople(people.keys);
    const [merged, kept] = [knownPeople[(into + 1) % knownPeople.length], knownPeople[into]];
    if (!merged || !kept) return;
    const act = (path: string, body: object) =>
      call(services.urls.auth, 'POST', `/api/auth/people/${merged.id}/${path}`, {
        token: adminToken,
        body,
      });
    expect((await act('merge', { into: kept.id, reason: 'The same person.' })).status).toBe(200);
    await crashDuring(crash);
    expect((await act('undo-merge', { reason: 'Two people.' })).status).toBe(200);
  };

  const tell = async (step: StoryStep): Promise<void> => {
    if (step.type === 'file') {
      const target = kindAt(step.kind);
      const lines = step.lines.map((variants, index) =>
        variants ? target.things.valuesOf(index, variants) : undefined,
      );
      return applyFile(target, { ...step, lines });
    }
    if (step.type === 'again') {
      const file = files.at(-1 - (step.back % Math.max(1, files.length)));
      return file && applyFile(file.modeled, { ...file, complete: step.complete, crash: 0 });
    }
    if (step.type === 'undo') {
      const file = files.at(-1 - (step.back % Math.max(1, files.length)));
      return file && applyUndo(file, step.crash);
    }
    if (step.type === 'merge') return mergeAndSeparate(step.into, step.crash);
    if (step.type === 'erase') return erase(step.thing);
    const { things, models, touched } = kindAt(step.kind);
    const model = models[step.thing];
    if (!model) return;
    const act = things[step.type];
    if (!act || (step.type === 'restore') === (worldOf(model) !== undefined)) return;
    const values = things.valuesOf(step.thing, step.values);
    const answer = await act(step.thing, values);
    // A teacher can restore only a student whom a teacher removed.
    if ((answer as { status: number }).status >= 400) {
      expect(step.type).toBe('restore');
      return;
    }
    touched.add(step.thing);
    if (step.type === 'remove') removeByPeople(model);
    else if (step.type === 'restore') restoreByPeople(model, values);
    else
      for (const [field, value] of Object.entries(values))
        if (field !== 'id') changeByPeople(model, field, value);
  };

  for (const step of story.steps) {
    past.push(step);
    await tell(step);
    await expectSame();
  }
  for (const index of story.order) {
    const left = files.filter(({ isUndone }) => !isUndone);
    const file = left[index % Math.max(1, left.length)];
    if (!file) break;
    past.push({ undone: files.indexOf(file) });
    await applyUndo(file, 0);
    await expectSame();
  }
};

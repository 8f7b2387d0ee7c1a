import { routes, type WeeklyClass } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { Values } from '@qr-attendance/statements';
import type { ApplyContext, Change, Problem, UndoOutcome } from './kind.ts';
import { splitIntoParts, problemsByKey, toStated, toSessionChange, withoutEmpty } from './session-objects.ts';
import { type StatedObject, statedObjects } from './stated-objects.ts';

/** Maximum number of classes in one request. A complete file can end more classes than a batch has lines. */
const BATCH = 100;

export const keyOf = (container: string, name: string): string => `${container} ${name}`;
export const containerKeyOf = (key: string): string => key.split(' ', 2).join(' ');
export const sectionOf = (key: string) => {
  const [courseId = '', sectionId = '', ...name] = key.split(' ');
  return { courseId, sectionId, name: name.join(' ') };
};

/**
 * The stated values of a class. Start and end form one value, because moving a class must change both
 * together.
 */
export const classValues = ({ start, end, ...others }: Partial<WeeklyClass>): Values => ({
  ...withoutUndefined(others),
  time: { start: start ?? '', end: end ?? '' },
});
export const classOf = ({ time, ...others }: Values): WeeklyClass =>
  ({ everyWeeks: 1, ...withoutEmpty(others), ...(time as object) }) as WeeklyClass;

export const createStatedClasses = (sessions: InternalClient | undefined) => {
  /** All classes of some sections that files stated, including ended ones. */
  const find = async (containers: string[]): Promise<Map<string, StatedObject>> => {
    if (!sessions || containers.length === 0) return new Map();
    const wanted = [...new Set(containers)].map(sectionOf);
    const found = await sessions.post(routes.session.findTimetableInternal, {
      body: { sections: wanted.map(({ courseId, sectionId }) => ({ courseId, sectionId })) },
    });
    if (!found) throw temporarilyUnavailable();
    return new Map(
      found.map(({ courseId, sectionId, name, values, statements }) => [
        keyOf(`${courseId} ${sectionId}`, name),
        toStated({ values: values && classValues(values), statements }),
      ]),
    );
  };

  const load = async (keys: string[]): Promise<Map<string, StatedObject>> => {
    const found = await find(keys.map(containerKeyOf));
    return new Map(
      keys.flatMap((key): [string, StatedObject][] => {
        const stated = found.get(key);
        return stated ? [[key, stated]] : [];
      }),
    );
  };

  const put = async (
    changes: Change<StatedObject>[],
    { by, undo }: Pick<ApplyContext, 'by'> & { undo: boolean },
    kept?: Set<string>,
  ): Promise<Map<string, Problem>> => {
    const problems = new Map<string, Problem>();
    const classes = changes.map((change) => ({
      ...sectionOf(change.key),
      ...toSessionChange(change, classOf),
    }));
    for (const some of splitIntoParts(classes, BATCH)) {
      const body = { classes: some, by, undo };
      const results = await sessions?.put(routes.session.putTimetableInternal, { body });
      const keys = some.map(({ courseId, sectionId, name }) => keyOf(`${courseId} ${sectionId}`, name));
      for (const [index, key] of keys.entries()) if (results?.[index] === 'kept') kept?.add(key);
      for (const [key, problem] of problemsByKey(keys, results)) problems.set(key, problem);
    }
    return problems;
  };

  const write = (
    changes: Change<StatedObject>[],
    { by }: ApplyContext,
    kept?: Set<string>,
  ): Promise<Map<string, Problem>> => put(changes, { by, undo: false }, kept);

  /** Keeps classes that people rescheduled. Other used classes end, but remain visible in the past. */
  const undoRun = async (
    keys: string[],
    application: ApplyContext,
    dryRun: boolean,
  ): Promise<Map<string, UndoOutcome>> => {
    const kept = new Set<string>();
    const undoing = (changes: Change<StatedObject>[], { by }: ApplyContext) =>
      put(changes, { by, undo: true }, kept);
    const outcomes = await statedObjects({ load, write: undoing }).undoRun(keys, application, dryRun);
    for (const key of kept) if (outcomes.has(key)) outcomes.set(key, 'kept');
    return outcomes;
  };

  return { find, load, write, undoRun };
};

import { type AnyKindRules, type Change, isProblem } from './kinds/kind.ts';
import { fieldOf, type MappedFile, type ResolvedLine, targetOf } from './resolve-lines.ts';

/**
 * Collects what a complete file of a source contains. A line whose object is unknown may be about any object
 * of its container (or of any container, if its section is unknown), so nothing ends there.
 */
export const createFileContents = ({ missing }: AnyKindRules, file: MappedFile, source: string) => {
  const known = new Map<string, Set<string>>();
  /** Containers with a line whose object is unknown; undefined for a line with an unknown section. */
  const doubtful = new Set<string | undefined>();
  const ended = new Set<string>();
  /** Objects with a line that was not applied, for example a rejected move. */
  const refused = new Set<string>();

  const add = async (lines: ResolvedLine[]): Promise<void> => {
    for (const target of missing ? lines.flatMap(targetOf) : []) {
      const [container, key] = [missing?.containerOf(target.key) ?? '', missing?.keyOf(target) ?? ''];
      const keys = known.get(container);
      if (keys) keys.add(key);
      else known.set(container, new Set([key]));
    }
    const sections = lines.flatMap(({ fileLine: { cells }, target }) =>
      isProblem(target) ? fieldOf(file, cells, 'section') : [],
    );
    for (const section of missing ? new Set(sections) : []) {
      const containers = (await missing?.findContainers(section)) ?? [];
      for (const container of containers.length > 0 ? containers : [undefined]) doubtful.add(container);
    }
  };

  const isDoubtful = (container: string, key: string): boolean =>
    doubtful.has(undefined) || doubtful.has(container) || refused.has(missing?.objectOf(key) ?? key);

  return {
    add,
    refuse: (keys: Iterable<string>): void => {
      for (const key of keys) refused.add(key);
    },
    /** A preview writes nothing, so the owner still lists objects that its lines would end. */
    noteEnded: (changes: Change<unknown>[]): void => {
      for (const change of changes)
        for (const key of missing?.endedBy?.(change, source) ?? []) ended.add(key);
    },
    /** Called if there may be further rejected lines. */
    doubtAll: (): void => {
      doubtful.add(undefined);
    },
    /** Containers that may have missing objects, sorted. */
    containers: (): string[] => [...known.keys()].sort(),
    findMissing: async (containers: string[]): Promise<{ ending: string[]; staying: string[] }> => {
      const listed = await Promise.all(
        containers.map(async (container) => {
          const keys = (await missing?.listKeys(container, source)) ?? [];
          const lacking = keys.filter((key) => !known.get(container)?.has(key) && !ended.has(key));
          const staying = lacking.filter((key) => isDoubtful(container, key));
          return { ending: lacking.filter((key) => !staying.includes(key)), staying };
        }),
      );
      return {
        ending: listed.flatMap(({ ending }) => ending),
        staying: listed.flatMap(({ staying }) => staying),
      };
    },
  };
};
export type FileContents = ReturnType<typeof createFileContents>;

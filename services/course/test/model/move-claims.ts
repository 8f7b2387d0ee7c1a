import type { SectionName } from './move-stories.ts';

/** A claim about the student's section; null means none. */
interface Claim {
  section: SectionName | null;
  /** Empty for a claim by a teacher. */
  runs: Set<string>;
  isOfTeacher: boolean;
}

const lastStated = (claims: Claim[]): Claim | undefined => claims.findLast(({ isOfTeacher }) => !isOfTeacher);
/** The section of the last remaining claim. A file ends only what files stated (rule 16). */
const sectionOf = (claims: Claim[]): SectionName | null => {
  const last = claims.at(-1);
  if (!last) return null;
  const before = claims.slice(0, -1);
  const former = sectionOf(before);
  if (last.isOfTeacher || last.section !== null) return last.section;
  return former === lastStated(before)?.section ? null : former;
};

export const createMoveClaims = () => {
  let claims: Claim[] = [];
  const claim = (section: SectionName | null, run?: string): void => {
    claims.push({ section, runs: new Set(run === undefined ? [] : [run]), isOfTeacher: run === undefined });
  };
  return {
    section: () => sectionOf(claims),
    claimOfTeacher: (section: SectionName | null): void => claim(section),
    applyFile: (section: SectionName | null, run: string): void => {
      const last = lastStated(claims);
      if (last?.section !== section) {
        if (section !== null || last) claim(section, run);
        // A complete file ends only what is stated.
      } else if (section !== null) last?.runs.add(run);
    },
    undo: (run: string): void => {
      for (const one of claims) one.runs.delete(run);
      claims = claims.filter(({ runs: left, isOfTeacher }) => isOfTeacher || left.size > 0);
      // A withdrawal has no effect without a statement before it.
      const sourced = claims.filter((one) => !one.isOfTeacher);
      claims = claims.filter((one) => {
        const before = sourced[sourced.indexOf(one) - 1];
        return one.isOfTeacher || one.section !== null || (before && before.section !== null);
      });
    },
  };
};

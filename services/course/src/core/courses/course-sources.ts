import type { Course as CourseAnswer, StatementSource } from '@qr-attendance/contracts';
import { describeSource } from '@qr-attendance/server';
import type { CourseStatements } from '../../db/statement-models.ts';
import type { Terms } from '../terms/terms.ts';
import type { Units } from '../units/units.ts';
import type { CourseStatementStore } from './course-statements.ts';
import type { Course } from './courses.ts';

type Names = Map<string, string>;

const withNames = (source: StatementSource, names: Names): StatementSource => ({
  ...source,
  ...(source.changedHere && {
    changedHere: source.changedHere.map(({ field, stated }) => {
      const name = field === 'termId' || field === 'unitId' ? names.get(stated ?? '') : stated;
      return { field, ...(name !== undefined && { stated: name }) };
    }),
  }),
});

const sourceOfCourse = ({ code, name, semester, termId, unitId }: Course, { statements }: CourseStatements) =>
  describeSource(statements, { code, name, semester, termId: termId ?? null, unitId: unitId ?? null });

export const addSources = async (
  { courseStatements, terms, units }: { courseStatements: CourseStatementStore; terms: Terms; units: Units },
  course: Course,
  answer: CourseAnswer,
): Promise<CourseAnswer> => {
  if (answer.role === undefined) return answer;
  const stated = await courseStatements.findLast(course.id);
  const source = sourceOfCourse(course, stated);
  const statedIn = (wanted: string) =>
    source?.changedHere?.flatMap((change) => (change.field === wanted ? (change.stated ?? []) : [])) ?? [];
  const names = new Map([
    ...(await terms.namesOf(statedIn('termId'))),
    ...(await units.namesOf(statedIn('unitId'))),
  ]);
  const ledgers = new Map(stated.sectionStatements?.map((one) => [one.externalId, one.ledger]));
  const externalIds = new Map(course.sections.map(({ id, externalId = '' }) => [id, externalId]));
  return {
    ...answer,
    source: source && withNames(source, names),
    sections: answer.sections.map((section) => ({
      ...section,
      source: describeSource(ledgers.get(externalIds.get(section._id) ?? ''), { name: section.name }),
    })),
  };
};

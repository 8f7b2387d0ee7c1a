import type { Ledger } from '@qr-attendance/statements';

/** The statements of files about a section with an external id. */
export interface SectionStatement {
  externalId: string;
  ledger: Ledger;
}

/** The statements of files about a role, or about the owner of a course. */
export interface StaffStatement {
  /** The person and, of a role in a section, the section; `owner` for the owner. */
  key: string;
  /** Everybody whom it names, so that the erasure of a person finds it. */
  people: string[];
  ledger: Ledger;
}

/** The statements of files about a course. They are neither published nor part of an answer. */
export interface CourseStatements {
  statements?: Ledger | undefined;
  sectionStatements?: SectionStatement[] | undefined;
  staffStatements?: StaffStatement[] | undefined;
}

export const staffStatementFields = { staffStatements: { type: [Object], default: undefined } };
export const courseStatementFields = {
  statements: Object,
  sectionStatements: { type: [Object], default: undefined },
  ...staffStatementFields,
};
export const STAFF_STATEMENTS_INDEX = [{ 'staffStatements.people': 1 }, { sparse: true }] as const;

/** Leaves them out of a query, because they grow with each file. */
export const WITHOUT_COURSE_STATEMENTS = { statements: 0, sectionStatements: 0, staffStatements: 0 } as const;

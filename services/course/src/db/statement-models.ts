import type { Ledger } from '@qr-attendance/statements';

export interface SectionStatement {
  externalId: string;
  ledger: Ledger;
}

export interface StaffStatement {
  /** The person, followed by the section for a role in a section; `owner` for the owner. */
  key: string;
  /** Everybody in the statements, so that the erasure of a person finds them. */
  people: string[];
  ledger: Ledger;
}

/**
 * A section that is moving here from another course; removed when its classes, members and staff have moved.
 */
export interface ArrivingSection {
  sectionId: string;
  from: string;
  by: string;
}

/** A section that moved to another course; an undo of runs that stated it here needs this entry. */
export interface DepartedSection {
  sectionId: string;
  to: string;
}

/** The statements of files about a course. They are neither published nor part of an answer. */
export interface CourseStatements {
  statements?: Ledger | undefined;
  sectionStatements?: SectionStatement[] | undefined;
  staffStatements?: StaffStatement[] | undefined;
  arriving?: ArrivingSection[] | undefined;
  departed?: DepartedSection[] | undefined;
}

export const staffStatementFields = { staffStatements: { type: [Object], default: undefined } };
export const courseStatementFields = {
  statements: Object,
  sectionStatements: { type: [Object], default: undefined },
  ...staffStatementFields,
  arriving: { type: [Object], default: undefined },
  departed: { type: [Object], default: undefined },
};
export const ARRIVING_INDEX = [{ 'arriving.from': 1 }, { sparse: true }] as const;
export const STAFF_STATEMENTS_INDEX = [{ 'staffStatements.people': 1 }, { sparse: true }] as const;

/** Excludes the statements from a query, because they grow with each file. */
export const WITHOUT_COURSE_STATEMENTS = {
  statements: 0,
  sectionStatements: 0,
  staffStatements: 0,
  arriving: 0,
  departed: 0,
} as const;

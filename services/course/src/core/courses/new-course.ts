import type { EnrollmentMode, NewCourse, SectionDetails, StaffMember } from '@qr-attendance/contracts';
import type { CourseChanged } from '@qr-attendance/contracts/events';
import { Types } from 'mongoose';
import type { CourseStatements } from '../../db/statement-models.ts';
import { nameOfFirst } from './rules/sections.ts';

interface Sections {
  sectionExternalId?: string | undefined;
  /** Sections in addition to the first one, which `section` names. */
  otherSections?: Pick<SectionDetails, 'name' | 'externalId'>[] | undefined;
}

/** Choices of the teacher that a copy of the course keeps. */
type Choices = Omit<
  CourseChanged,
  | keyof NewCourse
  | 'id'
  | 'sections'
  | 'teacherId'
  | 'ownerSince'
  | 'staff'
  | 'archived'
  | 'deleted'
  | 'version'
>;

export interface CourseToCreate extends NewCourse, Sections, Choices {
  copiedFrom?: string | undefined;
  externalId?: string | undefined;
  /** All sections with their ids; one of them moves from another course. */
  withSections?: SectionDetails[] | undefined;
  staffOf?: ((sectionIds: string[]) => StaffMember[]) | undefined;
  stated?: CourseStatements | undefined;
}

/** The default enrollment mode is open. */
export const withEnrollmentMode = <Asked extends NewCourse>(
  asked: Asked,
  mode: EnrollmentMode,
): Asked & Pick<CourseToCreate, 'enrollmentMode'> =>
  mode === 'OPEN' ? asked : { ...asked, enrollmentMode: mode };

/** The first section's id equals the id of the course. */
export const newSections = (
  courseId: string,
  { section, sectionExternalId, otherSections = [] }: Sections & { section?: string | undefined },
): SectionDetails[] => [
  {
    id: courseId,
    name: nameOfFirst(section),
    ...(sectionExternalId !== undefined && { externalId: sectionExternalId }),
  },
  ...otherSections.map((one) => ({ id: new Types.ObjectId().toHexString(), ...one })),
];

import type { ImportKind } from '@qr-attendance/contracts';
import type { ImportDocument } from '../../../db/import-models.ts';
import type { AnyKindRules } from './kind.ts';
import { membershipRules, type MembershipDeps } from './memberships.ts';
import { peopleRules, type PeopleDeps } from './people.ts';
import { roomRules, type RoomDeps } from './rooms.ts';
import { sectionRules, type SectionDeps } from './sections.ts';
import { staffRules, type StaffDeps } from './staff.ts';
import { termRules, type TermDeps } from './terms.ts';
import { timetableRules, type TimetableDeps } from './timetable.ts';
import { unitRules, type UnitDeps } from './units.ts';

export type KindDeps = UnitDeps &
  TermDeps &
  PeopleDeps &
  SectionDeps &
  MembershipDeps &
  StaffDeps &
  RoomDeps &
  TimetableDeps;

const RULES: Record<ImportKind, (deps: KindDeps, run: ImportDocument) => AnyKindRules> = {
  units: unitRules,
  terms: termRules,
  rooms: roomRules,
  people: peopleRules,
  sections: sectionRules,
  memberships: membershipRules,
  staff: staffRules,
  timetable: timetableRules,
};

export const createRulesOf =
  (deps: KindDeps) =>
  (run: ImportDocument): AnyKindRules =>
    RULES[run.kind](deps, run);

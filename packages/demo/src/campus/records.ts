/**
 * Rows of the files that describe a campus: `npm run demo -- campus` writes them, and imports read them.
 * Days are ISO dates (`2026-09-28`), times are `HH:mm` in the campus's time zone, and an empty text means
 * "not given".
 */
export interface CampusRecords {
  units: { unit_id: string; parent_id: string; kind: string; name: string };
  terms: { term_id: string; name: string; starts: string; ends: string };
  breaks: { term_id: string; kind: 'break' | 'holiday'; name: string; starts: string; ends: string };
  rooms: {
    room_id: string;
    building: string;
    name: string;
    capacity: number;
    latitude: number;
    longitude: number;
    radius_meters: number;
  };
  people: {
    institution_id: string;
    name: string;
    email: string;
    role: 'student' | 'staff';
    unit_id: string;
    usn: string;
    registration_number: string;
    semester: number | '';
  };
  sections: {
    section_id: string;
    section: string;
    course_id: string;
    code: string;
    name: string;
    semester: number;
    term_id: string;
    unit_id: string;
  };
  memberships: { section_id: string; institution_id: string; began: string; ended: string };
  staff: {
    institution_id: string;
    role:
      | 'owner'
      | 'co-teacher'
      | 'assistant'
      | 'substitute'
      | 'program-administrator'
      | 'institution-administrator'
      | 'auditor';
    scope: 'unit' | 'course' | 'section';
    scope_id: string;
    began: string;
    ended: string;
  };
  class_times: { section_id: string; weekday: number; starts: string; ends: string; room_id: string };
}
export type CampusFile = keyof CampusRecords;

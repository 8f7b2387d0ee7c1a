import type { routes } from '../index.ts';
import type { InputOf } from '../route.ts';

type DeepRequired<T> = T extends readonly (infer Item)[]
  ? DeepRequired<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: DeepRequired<NonNullable<T[Key]>> }
    : NonNullable<T>;
type Sample<Body> = DeepRequired<Omit<Body, 'version'>>;
interface Edit<Route> {
  before: Sample<InputOf<Route, 'body'>>;
  after: Sample<InputOf<Route, 'body'>>;
}
type Course = typeof routes.course;
type Session = typeof routes.session;

const [first, second] = ['66f000000000000000000c01', '66f000000000000000000c02'] as const;
const checks = { requirePin: true, requireDevice: false, requireSelfie: true, requirePasskey: false };
const otherChecks = { requirePin: false, requireDevice: true, requireSelfie: false, requirePasskey: true };
const policy = {
  ...checks,
  networks: ['10.1.0.0/16'],
  allowUnsigned: true,
  burstCodes: false,
  allowWords: true,
  presenceCheck: 'off' as const,
};
const otherPolicy = {
  ...otherChecks,
  networks: ['10.2.0.0/16'],
  allowUnsigned: false,
  burstCodes: true,
  allowWords: false,
  presenceCheck: 'review' as const,
};

/**
 * Two bodies for each PUT that replaces an object, which differ in every field. Tests of forms and services change
 * the first into the second, so a dropped field is detected. Tests replace the ids in the bodies.
 */
export const edits: {
  editCourse: Edit<Course['editCourse']>;
  editTerm: Edit<Course['editTerm']>;
  editUnit: Edit<Course['editUnit']>;
  editSection: Edit<Course['editSection']>;
  changeStaff: Edit<Course['changeStaff']>;
  changeUnitStaff: Edit<Course['changeUnitStaff']>;
  changeEnrollmentSettings: Edit<Course['changeEnrollmentSettings']>;
  editRoom: Edit<Session['editRoom']>;
  editSession: Edit<Session['editSession']>;
  editSeries: Edit<Session['editSeries']>;
  setInstitutionPolicy: Edit<Session['setInstitutionPolicy']>;
} = {
  editCourse: {
    before: { name: 'Algorithms', code: 'CS201', section: 'A', semester: 3, termId: first, unitId: first },
    after: {
      name: 'Data Structures',
      code: 'CS202',
      section: 'B',
      semester: 4,
      termId: second,
      unitId: second,
    },
  },
  editTerm: {
    before: {
      name: 'Fall 2031',
      externalId: 'T-1',
      firstDay: '2031-09-01',
      lastDay: '2031-12-19',
      breaks: [
        {
          kind: 'holiday',
          name: 'Founders’ day',
          firstDay: '2031-10-10',
          lastDay: '2031-10-10',
        },
      ],
    },
    after: {
      name: 'Winter 2031',
      externalId: 'T-2',
      firstDay: '2031-09-08',
      lastDay: '2031-12-23',
      breaks: [
        {
          kind: 'break',
          name: 'Winter break',
          firstDay: '2031-10-13',
          lastDay: '2031-10-17',
        },
      ],
    },
  },
  editUnit: {
    before: { name: 'Physics', parentId: first, externalId: 'U-1' },
    after: { name: 'Applied Physics', parentId: second, externalId: 'U-2' },
  },
  editSection: { before: { name: 'A', archived: false }, after: { name: 'B', archived: true } },
  changeStaff: {
    before: { role: 'assistant', from: '2031-09-01', until: '2031-09-05', sectionIds: [first] },
    after: { role: 'substitute', from: '2031-09-08', until: '2031-09-12', sectionIds: [second] },
  },
  changeUnitStaff: {
    before: { role: 'auditor', from: '2031-09-01', until: '2031-12-19' },
    after: { role: 'program-administrator', from: '2031-09-08', until: '2031-12-23' },
  },
  changeEnrollmentSettings: {
    before: { mode: 'OPEN', mayLeave: true, guests: true, newKey: false },
    after: { mode: 'KEY', mayLeave: false, guests: false, newKey: true },
  },
  editRoom: {
    before: {
      name: 'H1',
      building: 'Main hall',
      capacity: 400,
      radius: 40,
      externalId: 'R-1',
      location: {
        latitude: 52.512,
        longitude: 13.327,
      },
      networks: ['10.1.0.0/16'],
    },
    after: {
      name: 'H2',
      building: 'North',
      capacity: 90,
      radius: 60,
      externalId: 'R-2',
      location: {
        latitude: 48.2,
        longitude: 16.37,
      },
      networks: ['10.2.0.0/16'],
    },
  },
  editSession: {
    before: {
      sections: [{ courseId: first, sectionId: first }],
      date: '2031-09-08',
      startTime: '2031-09-08T07:00:00.000Z',
      endTime: '2031-09-08T08:30:00.000Z',
      useLocation: true,
      locationRadius: 40,
      location: { latitude: 52.512, longitude: 13.327, radius: 40 },
      roomId: first,
      online: false,
      lateAfterMinutes: 10,
      policy,
    },
    after: {
      sections: [{ courseId: first, sectionId: second }],
      date: '2031-09-09',
      startTime: '2031-09-09T09:00:00.000Z',
      endTime: '2031-09-09T10:45:00.000Z',
      useLocation: false,
      locationRadius: 60,
      location: { latitude: 48.2, longitude: 16.37, radius: 60 },
      roomId: second,
      online: true,
      lateAfterMinutes: 5,
      policy: otherPolicy,
    },
  },
  editSeries: {
    before: {
      from: '2031-09-08',
      slots: [{ weekday: 1, start: '09:00', end: '10:30' }],
      everyWeeks: 1,
      firstDay: '2031-09-08',
      lastDay: '2031-12-19',
      extraDates: [{ day: '2031-12-22', start: '10:00', end: '12:00' }],
      skippedDates: ['2031-10-06'],
      skipBreaks: true,
      sections: [{ courseId: first, sectionId: first }],
      roomId: first,
      online: false,
      lateAfterMinutes: 10,
      policy,
    },
    after: {
      from: '2031-09-15',
      slots: [{ weekday: 3, start: '13:00', end: '14:45' }],
      everyWeeks: 2,
      firstDay: '2031-09-10',
      lastDay: '2031-12-23',
      extraDates: [{ day: '2031-12-23', start: '08:00', end: '09:00' }],
      skippedDates: ['2031-10-08'],
      skipBreaks: false,
      sections: [{ courseId: first, sectionId: second }],
      roomId: second,
      online: true,
      lateAfterMinutes: 5,
      policy: otherPolicy,
    },
  },
  setInstitutionPolicy: { before: { floor: checks }, after: { floor: otherChecks } },
};

import type { NewCourse } from '../course/schemas.ts';
import type { AttendanceMarked, NoticesDue } from '../events/attendance.ts';
import type { PowerUsed } from '../events/power.ts';
import type { UserChanged } from '../events/auth.ts';
import type { CourseChanged, MembershipChanged, TermChanged, UnitChanged } from '../events/course.ts';
import type { SessionChanged } from '../events/session.ts';
import { OPEN_POLICY } from '../session/policy.ts';
import { DEFAULT_SECURITY_PREFERENCES } from '../auth/schemas.ts';
import type { StudentSecurity } from '../auth/verifier-schemas.ts';

/** Omits term and unit, which must exist before a course can refer to them. */
const newCourse: Required<Omit<NewCourse, 'termId' | 'unitId'>> = {
  name: 'Algorithms',
  code: 'CS201',
  section: 'A',
  semester: 3,
};

export const samples: {
  newCourse: typeof newCourse;
  teacherChanged: UserChanged;
  studentChanged: UserChanged;
  securityChanged: StudentSecurity;
  courseChanged: CourseChanged;
  termChanged: TermChanged;
  membershipChanged: MembershipChanged;
  unitChanged: UnitChanged;
  sessionChanged: SessionChanged;
  attendanceMarked: AttendanceMarked;
  noticesDue: NoticesDue;
  powerUsed: PowerUsed;
} = {
  newCourse,
  teacherChanged: {
    id: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
    name: 'Ada Lovelace',
    email: 'ada@campus.example',
    userType: 'TEACHER',
    suspended: false,
    erased: false,
    registered: true,
    proven: true,
    version: 1,
  },
  studentChanged: {
    id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    name: 'Grace Hopper',
    email: 'grace@campus.example',
    userType: 'STUDENT',
    usn: '1QR21CS001',
    regNo: 'REG-1001',
    suspended: false,
    erased: false,
    registered: true,
    proven: true,
    institutionId: 'q000001',
    version: 1,
  },
  securityChanged: {
    studentId: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    preferences: DEFAULT_SECURITY_PREFERENCES,
    devices: [],
    pinVerifier: null,
    passkeys: [],
    waitingPasskeys: [],
    selfieConsent: false,
    version: 1,
  },
  courseChanged: {
    id: '66f000000000000000000c01',
    ...newCourse,
    sections: [{ id: '66f000000000000000000c01', name: 'A' }],
    teacherId: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
    version: 1,
  },
  termChanged: {
    id: '66f000000000000000000701',
    name: 'Fall 2026',
    firstDay: '2026-09-01',
    lastDay: '2026-12-18',
    breaks: [{ kind: 'holiday', name: 'Thanksgiving', firstDay: '2026-11-26', lastDay: '2026-11-26' }],
    version: 1,
  },
  membershipChanged: {
    id: '66f000000000000000000e01',
    courseId: '66f000000000000000000c01',
    studentId: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    active: true,
    enrolledAt: '2026-09-01T08:00:00.000Z',
    periods: [
      {
        sectionId: '66f000000000000000000c01',
        began: '2026-09-01T08:00:00.000Z',
        recordedAt: '2026-09-01T08:00:00.000Z',
        by: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
        voided: false,
      },
    ],
    version: 1,
  },
  unitChanged: {
    id: '66f000000000000000000801',
    kind: 'faculty',
    name: 'Science',
    staff: [
      {
        userId: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
        role: 'program-administrator',
        addedBy: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a09',
        addedAt: '2026-09-01T08:00:00.000Z',
      },
    ],
    version: 1,
  },
  sessionChanged: {
    id: '66f000000000000000005e01',
    courseId: '66f000000000000000000c01',
    teacherId: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
    active: true,
    lateAfterMinutes: 10,
    policy: OPEN_POLICY,
    codeShownAt: '2026-09-14T08:58:00.000Z',
    held: true,
    revisions: [
      {
        at: '2026-09-01T07:00:00.000Z',
        by: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
        change: 'created',
        date: '2026-09-14',
        startTime: '2026-09-14T09:00:00.000Z',
        lateAfterMinutes: 10,
      },
    ],
    version: 1,
  },
  attendanceMarked: {
    id: '66f000000000000000005e01-7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    sessionId: '66f000000000000000005e01',
    courseId: '66f000000000000000000c01',
    studentId: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    status: 'PRESENT',
    markedAt: '2026-09-14T09:05:00.000Z',
    deviceId: '3d0c8d1a-6f3e-4b8e-9a57-1f2e3d4c5b03',
    scanned: true,
    version: 1,
  },
  powerUsed: {
    id: '6e2f7081-9bac-4d1e-8f20-3b4c5d6e7f06',
    what: 'staff_added',
    at: '2026-09-14T10:15:00.000Z',
    by: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
    receivers: ['0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01'],
    administrators: false,
    object: 'Data Structures',
    role: 'co-teacher',
    version: 1,
  },
  noticesDue: {
    id: '5d1e6f70-8a9b-4c0d-9e1f-2a3b4c5d6e05',
    kind: 'status_changed',
    at: '2026-09-14T10:15:00.000Z',
    session: {
      id: '66f000000000000000005e01',
      courseName: 'Data Structures',
      courseCode: 'CS201',
      startTime: '2026-09-14T09:00:00.000Z',
      canceled: false,
    },
    notices: [
      {
        receiverId: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
        studentId: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
        from: 'LATE',
        to: 'PRESENT',
      },
    ],
    version: 1,
  },
};

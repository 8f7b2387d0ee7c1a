import {
  attendanceRecordSchema,
  OPEN_POLICY,
  type AttendanceRecord,
  type Course,
  type Roster,
  type Session,
  type StudentRate,
} from '@qr-attendance/contracts';

export const sessionId = '66f000000000000000005e01';
export const courseId = '66f000000000000000000c01';

/** The n-th student's mark, as the server answers it to the course's teacher. */
export const markOf = (n: number, over: Partial<AttendanceRecord> = {}): AttendanceRecord =>
  attendanceRecordSchema.parse({
    _id: `${sessionId}-10000000-0000-4000-8000-00000000000${n}`,
    student: {
      _id: `10000000-0000-4000-8000-00000000000${n}`,
      name: `Student ${n}`,
      email: `s${n}@campus.example`,
    },
    session: {
      _id: sessionId,
      course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
      date: '2026-09-14',
      startTime: '2026-09-14T09:00:00.000Z',
    },
    timestamp: `2026-09-14T09:0${n}:00.000Z`,
    status: 'PRESENT',
    ...over,
  });

/** The n-th student, as enrolled in the course, without any mark counted. */
export const enrolledOf = (n: number): StudentRate => ({
  student: { ...markOf(n).student, usn: `USN-${n}`, regNo: `REG-${n}` },
  enrolledAt: '2026-09-01T08:00:00.000Z',
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage: null,
});

/** A session's roster, as the server answers it. */
export const rosterOf = (marks: AttendanceRecord[], enrolled: StudentRate[] = []): Roster => {
  const markOfStudent = new Map(
    marks.map(({ student, session: _ofAll, ...mark }) => [student._id, { student, mark }]),
  );
  const listed = new Map<string, Roster['entries'][number]>(markOfStudent);
  for (const { student, enrolledAt } of enrolled)
    listed.set(student._id, { ...listed.get(student._id), student, ...(enrolledAt && { enrolledAt }) });
  return { ...(marks[0] && { session: marks[0].session }), entries: [...listed.values()] };
};

const teacherId = '20000000-0000-4000-8000-000000000001';

export const algorithms: Course = {
  _id: courseId,
  name: 'Algorithms',
  code: 'CS201',
  semester: 3,
  studentCount: 2,
  teacher: { _id: teacherId, user: { name: 'Ada' } },
};
/** A session of that course that is running. */
export const sessionOf = (over: Partial<Session> = {}): Session => ({
  ...markOf(1).session,
  teacher: { _id: teacherId, name: 'Ada' },
  active: true,
  state: 'running',
  lateAfterMinutes: 10,
  attendanceCount: 0,
  ...over,
});

/** The requirements of a new session when its course sets none. */
export const openDefaults = { ...OPEN_POLICY, lateAfterMinutes: 10 };

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
    ...(over.status !== 'ABSENT' && { scannedAt: `2026-09-14T09:0${n}:00.000Z` }),
    status: 'PRESENT',
    ...over,
  });

export const enrolledOf = (n: number): StudentRate => ({
  student: { ...markOf(n).student, usn: `USN-${n}`, regNo: `REG-${n}` },
  enrolledAt: '2026-09-01T08:00:00.000Z',
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage: null,
});

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
  role: 'owner',
  sections: [{ _id: courseId, name: '1' }],
  studentCount: 2,
  teacher: { _id: teacherId, user: { name: 'Ada' } },
};
export const sessionOf = (over: Partial<Session> = {}): Session => ({
  ...markOf(1).session,
  teacher: { _id: teacherId, name: 'Ada' },
  active: true,
  state: 'running',
  lateAfterMinutes: 10,
  attendanceCount: 0,
  role: 'owner',
  ...over,
});

export const openDefaults = { ...OPEN_POLICY, lateAfterMinutes: 10 };

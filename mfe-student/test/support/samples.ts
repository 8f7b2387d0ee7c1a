import type { AnalyticsSummary, AttendanceRecord, Course } from '@qr-attendance/contracts';
import { user } from './open-area.tsx';

export const course = (over: Partial<Course> = {}): Course => ({
  _id: '66f000000000000000000c01',
  name: 'Algorithms',
  code: 'CS201',
  semester: 3,
  sections: [{ _id: '66f000000000000000000c01', name: '1' }],
  studentCount: 2,
  teacher: { _id: user._id, user: { name: 'Ada Lovelace' } },
  ...over,
});
export const record: AttendanceRecord = {
  _id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  student: { _id: user._id, name: user.name, email: user.email },
  session: {
    _id: '66f000000000000000005e01',
    course: course(),
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
  },
  timestamp: '2026-09-14T09:15:00.000Z',
  scannedAt: '2026-09-14T09:15:00.000Z',
  status: 'LATE',
};
export const summary = (over: Partial<AnalyticsSummary> = {}): AnalyticsSummary => ({
  totalStudents: 0,
  todayAttendancePercentage: null,
  activeSessions: 0,
  totalCourses: 0,
  attendancePercentage: null,
  attendedSessions: 0,
  totalSessions: 0,
  runningMarks: [],
  courseTotals: [],
  ...over,
});

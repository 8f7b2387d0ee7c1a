/** The live screens, and the part of the frontend that renders each. */
export const LIVE_SCREENS = {
  'projector view': 'teacher',
  'class page': 'teacher',
  'class page that started a presence check': 'teacher',
  'page of a new session': 'teacher',
  'dashboard of a teacher': 'teacher',
  'week of a teacher': 'teacher',
  'course page': 'teacher',
  'dashboard of a student': 'student',
  'week of a student': 'student',
  'marking page while it opens': 'attendance',
  'marking page while it sends': 'attendance',
  'marking page during a presence check': 'attendance',
  'marking page of a student who waits for the teacher': 'attendance',
  'overview of the institution': 'admin',
  'classes of a unit': 'admin',
  'terms that are archived': 'admin',
  imports: 'admin',
  import: 'admin',
  'every page when the access token ends': 'shell',
} as const;

export type LiveScreen = keyof typeof LIVE_SCREENS;
export type LiveScreenOf<Area> = {
  [Screen in LiveScreen]: (typeof LIVE_SCREENS)[Screen] extends Area ? Screen : never;
}[LiveScreen];

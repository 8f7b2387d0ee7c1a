import type { CreateRequest } from './ask.ts';
import { askAboutClasses } from './ask-about-classes.ts';
import { askAboutImports } from './ask-about-imports.ts';
import { askAboutPeople } from './ask-about-people.ts';
import { askAboutProviders } from './ask-about-providers.ts';
import { askAboutSecondFactors } from './ask-about-second-factors.ts';
import { askAboutTerms } from './ask-about-terms.ts';
import { askAboutTimetable } from './ask-about-timetable.ts';

const republish =
  (topic: string): CreateRequest =>
  () => ({ query: { topic } });

const noLetter: CreateRequest = () => ({ body: { ids: ['none'] } });
const deadLetters = Object.fromEntries(
  ['auth', 'course', 'session', 'attendance'].flatMap((service) => [
    [`${service}: POST /internal/dead-letters/redrive`, noLetter],
    [`${service}: POST /internal/dead-letters/discard`, noLetter],
  ]),
);

export const requests: Record<string, CreateRequest> = {
  ...askAboutPeople,
  ...askAboutProviders,
  ...askAboutSecondFactors,
  ...askAboutClasses,
  ...askAboutTerms,
  ...askAboutTimetable,
  ...askAboutImports,
  ...deadLetters,
  'auth: POST /internal/republish': republish('auth.user-changed'),
  'course: POST /internal/republish': republish('course.course-changed'),
  'session: POST /internal/republish': republish('session.session-changed'),
  'attendance: POST /internal/republish': republish('attendance.marked'),
  'POST /internal/history-roots': () => ({
    query: { size: '1', root: '0'.repeat(64), at: new Date().toISOString() },
  }),
};

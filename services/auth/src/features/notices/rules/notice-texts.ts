import type { AttendanceStatus, NoticeKind } from '@qr-attendance/contracts';
import type { MailLanguage } from '../../../core/people/rules/language.ts';

type Status = string | undefined;

export interface NoticeTexts {
  statuses: Record<AttendanceStatus, string>;
  subjects: Record<NoticeKind, string>;
  classReinstatedSubject: string;
  mixedSubject: string;
  dispute: (student: string) => string;
  sessionEnded: string;
  registerNotTaken: string;
  disputeAnswered: string;
  statusChanged: (from: Status, to: Status) => string;
  classCanceled: (canceled: boolean) => string;
  more: (count: number) => string;
  open: (link: string) => string;
  times: (timeZone: string) => string;
  unsubscribe: (link: string) => string;
}

const en: NoticeTexts = {
  statuses: { PRESENT: 'present', LATE: 'late', ABSENT: 'absent', EXCUSED: 'excused' },
  subjects: {
    dispute: 'A student reported a problem',
    session_ended: 'A session ended by itself',
    register_not_taken: 'Registers not taken',
    dispute_answered: 'Your teacher answered your report',
    status_changed: 'Your attendance was changed',
    class_canceled: 'A class was canceled',
  },
  classReinstatedSubject: 'A class takes place after all',
  mixedSubject: 'Changes to your classes',
  dispute: (student) => `${student} says that their attendance record is wrong.`,
  sessionEnded: 'This session had no end time and ended by itself. Please check its attendance in the app.',
  registerNotTaken:
    'Nobody took the register of this class, so it does not count. Mark it now, or say that it did not take place.',
  disputeAnswered: 'Your teacher answered what you reported.',
  statusChanged: (from, to) => {
    if (to === undefined) return 'Your teacher removed the entry. There is no attendance record for you now.';
    return from === undefined
      ? `Your teacher marked you as ${to}.`
      : `Your teacher changed your attendance from ${from} to ${to}.`;
  },
  classCanceled: (canceled) =>
    canceled ? 'This class is canceled.' : 'This class was canceled before, and takes place after all.',
  more: (count) => (count === 1 ? 'One more change is in the app.' : `${count} more changes are in the app.`),
  open: (link) => `See the details: ${link}`,
  times: (timeZone) => `Times are campus times (${timeZone}).`,
  unsubscribe: (link) =>
    `To stop these emails, open ${link}. Under “My account” you choose which ones you get.`,
};

const de: NoticeTexts = {
  statuses: { PRESENT: 'anwesend', LATE: 'verspätet', ABSENT: 'abwesend', EXCUSED: 'entschuldigt' },
  subjects: {
    dispute: 'Eine Person hat ein Problem gemeldet',
    session_ended: 'Ein Termin endete von selbst',
    register_not_taken: 'Anwesenheit nicht erfasst',
    dispute_answered: 'Ihre Lehrperson hat auf Ihre Meldung geantwortet',
    status_changed: 'Ihre Anwesenheit wurde geändert',
    class_canceled: 'Eine Veranstaltung fällt aus',
  },
  classReinstatedSubject: 'Eine Veranstaltung findet doch statt',
  mixedSubject: 'Änderungen in Ihren Veranstaltungen',
  dispute: (student) => `${student} meldet, dass der Anwesenheitseintrag nicht stimmt.`,
  sessionEnded:
    'Dieser Termin hatte keine Endzeit und endete von selbst. Bitte prüfen Sie die Anwesenheit in der App.',
  registerNotTaken:
    'Für diesen Termin wurde keine Anwesenheit erfasst, daher zählt er nicht. Tragen Sie sie jetzt ein, oder geben Sie an, dass er nicht stattfand.',
  disputeAnswered: 'Ihre Lehrperson hat auf Ihre Meldung geantwortet.',
  statusChanged: (from, to) => {
    if (to === undefined)
      return 'Ihre Lehrperson hat den Eintrag entfernt. Für Sie gibt es jetzt keinen Anwesenheitseintrag.';
    return from === undefined
      ? `Ihre Lehrperson hat Sie als ${to} eingetragen.`
      : `Ihre Lehrperson hat Ihre Anwesenheit von „${from}“ auf „${to}“ geändert.`;
  },
  classCanceled: (canceled) =>
    canceled
      ? 'Diese Veranstaltung fällt aus.'
      : 'Diese Veranstaltung war abgesagt und findet nun doch statt.',
  more: (count) =>
    count === 1
      ? 'Eine weitere Änderung finden Sie in der App.'
      : `${count} weitere Änderungen finden Sie in der App.`,
  open: (link) => `Einzelheiten: ${link}`,
  times: (timeZone) => `Alle Zeiten sind Campuszeiten (${timeZone}).`,
  unsubscribe: (link) =>
    `Um diese E-Mails abzubestellen, öffnen Sie ${link}. Unter „Mein Konto“ wählen Sie aus, welche Sie bekommen.`,
};

export const noticeTexts: Record<MailLanguage, NoticeTexts> = { en, de };

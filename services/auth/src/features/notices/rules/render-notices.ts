import { attendanceStatusSchema, noticeKindSchema } from '@qr-attendance/contracts';
import { emailTexts } from '../../../core/email/rules/email-texts.ts';
import { shortenTypedText } from '../../../core/email/rules/without-foreign-links.ts';
import type { MailLanguage } from '../../../core/people/rules/language.ts';
import type { Notice } from './merge-notices.ts';
import { noticeTexts } from './notice-texts.ts';
import type { PowerNotice } from '../../../core/notices/rules/power-notices.ts';
import { powerTexts } from './power-texts.ts';

/** A teacher may get as many notices as a hall has students. */
const MAX_LINES = 20;

interface Facts {
  language: MailLanguage;
  timeZone: string;
  names: Map<string, string>;
  app: string;
  settings: string;
}

export const renderNotices = (
  name: string,
  { power, attendance: notices }: { power: PowerNotice[]; attendance: Notice[] },
  { language, timeZone, names, app, settings }: Facts,
): { subject: string; text: string } => {
  const { locale, product, greeting } = emailTexts[language];
  const texts = noticeTexts[language];
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const statusText = (status: string | null | undefined) => {
    const { data: knownStatus } = attendanceStatusSchema.safeParse(status);
    return knownStatus ? texts.statuses[knownStatus] : (status ?? undefined);
  };
  const sentenceOf = ({ kind, studentId = '', from, to, session }: Notice): string | undefined => {
    const { data: noticeKind } = noticeKindSchema.safeParse(kind);
    switch (noticeKind) {
      case 'dispute':
        return texts.dispute(shortenTypedText(names.get(studentId) ?? ''));
      case 'session_ended':
        return texts.sessionEnded;
      case 'register_not_taken':
        return texts.registerNotTaken;
      case 'dispute_answered':
        return texts.disputeAnswered;
      case 'status_changed':
        return texts.statusChanged(statusText(from), statusText(to));
      case 'class_canceled':
        return texts.classCanceled(session.canceled);
      case undefined:
        return undefined;
    }
  };
  const powerLines = power.flatMap(({ used }) => {
    const sentence = powerTexts[language].sentence(used, names);
    const heading = [
      ...(used.object ? [shortenTypedText(used.object)] : []),
      format.format(new Date(used.at)),
    ];
    return sentence === undefined ? [] : [`${heading.join(', ')}\n${sentence}`];
  });
  const attendanceLines = notices.flatMap((notice) => {
    const { courseName, courseCode, startTime } = notice.session;
    const sentence = sentenceOf(notice);
    const heading = `${shortenTypedText(courseName)} (${courseCode}), ${format.format(new Date(startTime))}`;
    return sentence === undefined ? [] : [`${heading}\n${sentence}`];
  });
  const lines = [...powerLines, ...attendanceLines];
  const left = lines.length - MAX_LINES;
  const subjectOf = ({ kind, session }: Notice): string => {
    const { data: noticeKind } = noticeKindSchema.safeParse(kind);
    if (noticeKind === 'class_canceled' && !session.canceled) return texts.classReinstatedSubject;
    return noticeKind ? texts.subjects[noticeKind] : texts.mixedSubject;
  };
  const powerSubjects = power.length > 0 ? [powerTexts[language].subject] : [];
  const [subject = texts.mixedSubject, ...others] = new Set([...powerSubjects, ...notices.map(subjectOf)]);
  const text = [
    greeting(shortenTypedText(name)),
    ...lines.slice(0, MAX_LINES),
    ...(left > 0 ? [texts.more(left)] : []),
    ...(power.length > 0 ? [powerTexts[language].notYou] : []),
    texts.open(app),
    texts.times(timeZone),
    product,
    ...(notices.length > 0 ? [texts.unsubscribe(settings)] : []),
  ].join('\n\n');
  const isMixed = power.length === 0 && others.length > 0;
  return { subject: `${product}: ${isMixed ? texts.mixedSubject : subject}`, text };
};

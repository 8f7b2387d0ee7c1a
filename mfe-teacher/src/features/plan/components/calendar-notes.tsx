import {
  calendarNoteSchema,
  calendarProblemSchema,
  knownOrOther,
  type CalendarFile,
  type CalendarNote,
  type CalendarProblem,
} from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface NotesProps {
  notes: CalendarFile['series'][number]['notes'];
}

export const SeriesNotes = ({ notes = [] }: NotesProps) => {
  const { t } = useTranslation('teacher');
  if (notes.length === 0) return null;
  const textOf = ({ note, days, found }: (typeof notes)[number]): string => {
    const reason = t(`plan.file.notes.${knownOrOther<CalendarNote>(calendarNoteSchema, note)}`, {
      days: days.map((day) => formatDay(day)).join(', '),
    });
    return found === undefined ? reason : t('plan.file.found', { reason, found });
  };
  return (
    <Notice
      type="warning"
      role="status"
      title={t('plan.file.check')}
      description={
        <ul className="plan-file-problems">
          {notes.map((note, index) => (
            <li key={index}>{textOf(note)}</li>
          ))}
        </ul>
      }
    />
  );
};

interface OmittedEventsProps extends Pick<CalendarFile, 'problems' | 'more'> {
  titleOf: (name: string) => string;
  /** The number of past events, which were not sent. */
  past: number;
}

export const OmittedEvents = ({ problems, more = 0, past, titleOf }: OmittedEventsProps) => {
  const { t } = useTranslation('teacher');
  const named = problems.filter(({ problem }) => problem !== 'past');
  const over = problems.filter(({ problem }) => problem === 'past');
  const overCount = over.reduce((sum, { count = 1 }) => sum + count, past);
  if (problems.length + more + past === 0) return null;
  const reasonOf = ({ problem, found }: (typeof problems)[number]): string => {
    const reason = t(`plan.file.problems.${knownOrOther<CalendarProblem>(calendarProblemSchema, problem)}`);
    return found === undefined ? reason : t('plan.file.found', { reason, found });
  };
  return (
    <Notice
      type="warning"
      role="status"
      title={t('plan.file.leftOut')}
      description={
        <ul className="plan-file-problems">
          {named.map(({ name, count = 1, ...problem }, index) => (
            <li key={index}>
              <bdi>{count > 1 ? t('plan.file.times', { name: titleOf(name), count }) : titleOf(name)}</bdi>{' '}
              {reasonOf({ name, ...problem })}
            </li>
          ))}
          {more > 0 && <li>{t('plan.file.further', { count: more })}</li>}
          {overCount > 0 && <li>{t('plan.file.over', { count: overCount })}</li>}
        </ul>
      }
    />
  );
};

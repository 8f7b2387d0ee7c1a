import type { ConflictKind, SeriesPreview } from '@qr-attendance/contracts';
import { Badge, Button, PlainList, PlainRow } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  preview: SeriesPreview;
  onSkip: (date: string) => void;
  onHold: (date: string) => void;
}

export const Preview = ({ preview: { classes, skipped }, onSkip, onHold }: Props) => {
  const { t } = useTranslation('teacher');
  const rows = [
    ...classes.map((planned) => ({ ...planned, reason: undefined, name: undefined })),
    ...skipped.map((left) => ({ ...left, startTime: '', endTime: '', conflicts: [] })),
  ].toSorted((one, other) => (one.date + one.startTime < other.date + other.startTime ? -1 : 1));
  return (
    <PlainList>
      {rows.map(({ date, startTime, endTime, conflicts, reason, name }) => (
        <PlainRow
          key={`${date} ${startTime}`}
          title={
            <>
              {formatDay(date)} {reason !== undefined && <Badge>{t('plan.skipped')}</Badge>}
            </>
          }
          detail={
            reason === undefined ? (
              <>
                <span className="numeric">
                  {formatTime(startTime)} – {formatTime(endTime)}
                </span>
                {conflicts.map(({ kind, course, startTime: at }) => (
                  <div key={`${kind} ${course._id} ${at}`}>
                    <Badge tone="warning">
                      {t(`plan.conflicts.${kind as ConflictKind}`, {
                        course: course.name || t('common:unknownCourse'),
                        time: formatTime(at),
                      })}
                    </Badge>
                  </div>
                ))}
              </>
            ) : (
              (name ?? t('plan.skippedByHand'))
            )
          }
          aside={
            reason === undefined ? (
              <Button onClick={() => onSkip(date)} aria-label={t('plan.skipOf', { date: formatDay(date) })}>
                {t('plan.skip')}
              </Button>
            ) : reason === 'date' ? (
              <Button onClick={() => onHold(date)} aria-label={t('plan.holdOf', { date: formatDay(date) })}>
                {t('plan.hold')}
              </Button>
            ) : undefined
          }
        />
      ))}
    </PlainList>
  );
};

import { EXTRA_TIME_MINUTES } from '@qr-attendance/contracts';
import { Card, Notice, QueryView } from '@qr-attendance/ui-kit';
import { formatDay, messageOf } from '@qr-attendance/web-kit';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtraTime, useSetExtraTime } from '../api.ts';

export const ExtraTime = ({ courseId, studentId }: { courseId: string; studentId: string }) => {
  const { t } = useTranslation('teacher');
  const [id, helpId] = [useId(), useId()];
  const extraTime = useExtraTime(courseId, studentId);
  const save = useSetExtraTime(courseId, studentId);
  return (
    <Card title={t('student.extraTime.title')}>
      <QueryView query={extraTime} errorMessage={t('student.extraTime.failed')}>
        {({ minutes, changes }) => {
          const last = changes.at(-1);
          return (
            <div className="stack gap-xs">
              <label htmlFor={id}>{t('student.extraTime.label')}</label>
              <Select
                id={id}
                aria-describedby={helpId}
                value={EXTRA_TIME_MINUTES.find((known) => known === minutes)}
                // A newer server may offer other values.
                placeholder={t('student.extraTime.minutes', { count: minutes })}
                onChange={(wanted) => save.isPending || save.mutate(wanted)}
                loading={save.isPending}
                options={EXTRA_TIME_MINUTES.map((count) => ({
                  value: count,
                  label:
                    count === 0 ? t('student.extraTime.none') : t('student.extraTime.minutes', { count }),
                }))}
                className="field-width"
              />
              <p id={helpId} className="flush muted">
                {t('student.extraTime.help')}
                {last && ` ${t('student.extraTime.changed', { day: formatDay(last.at) })}`}
              </p>
              {save.error && (
                <Notice type="error" title={messageOf(save.error, t('student.extraTime.notSaved'))} />
              )}
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
};

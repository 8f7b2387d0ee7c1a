import type { EnrollmentRequest } from '@qr-attendance/contracts';
import { ActionButton, Card, LoadMore, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MixedScriptsBadge } from '../../../shared/student-badges.tsx';
import { useAnswerRequests, useEnrollmentRequests, type RequestAnswer } from '../api.ts';

export const EnrollmentRequests = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const requests = useEnrollmentRequests(courseId);
  const answer = useAnswerRequests(courseId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = requests.data?.pages.flatMap(({ items }) => items) ?? [];
  const ids = rows.map(({ student }) => student._id);
  if (rows.length === 0) return null;
  const nameOf = ({ name }: EnrollmentRequest['student']) => name ?? t('common:unknown');
  const picked = ids.filter((id) => chosen.has(id));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const answerWith = (what: RequestAnswer) => ({
    disabled: picked.length === 0,
    act: async () => {
      const count = await answer.mutateAsync({ answer: what, studentIds: picked });
      setChosen(new Set());
      return count;
    },
    done: (count: number) => t(`requests.${what}d`, { count }),
    failure: t('requests.failed'),
  });
  return (
    <Card title={t('requests.title')} help={t('requests.help')}>
      <div className="row below-sm">
        <Checkbox
          checked={picked.length === rows.length}
          indeterminate={picked.length > 0 && picked.length < rows.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? ids : []))}
        >
          {t('requests.chooseAll', { count: rows.length })}
        </Checkbox>
        <ActionButton type="primary" {...answerWith('approve')}>
          {t('requests.approve', { count: picked.length })}
        </ActionButton>
        <ActionButton {...answerWith('decline')}>
          {t('requests.decline', { count: picked.length })}
        </ActionButton>
      </div>
      <ResponsiveTable<EnrollmentRequest>
        rows={rows}
        rowKey={({ student }) => student._id}
        columns={[
          {
            key: 'student',
            title: t('courseDetails.student'),
            render: ({ student }) => (
              <Checkbox
                checked={chosen.has(student._id)}
                onChange={({ target }) => choose(student._id, target.checked)}
              >
                <span dir="auto">{nameOf(student)}</span> <MixedScriptsBadge name={nameOf(student)} />
              </Checkbox>
            ),
          },
          {
            key: 'numbers',
            title: t('requests.numbers'),
            render: ({ student: { regNo, usn, email } }) => (
              <span className="wrap">{[regNo, usn, email].filter(Boolean).join(' · ') || '–'}</span>
            ),
          },
          {
            key: 'since',
            title: t('requests.since'),
            phone: 'named',
            render: ({ requestedAt }) => formatDay(requestedAt),
          },
        ]}
        empty={null}
      />
      <LoadMore pages={requests} label={t('loadMore')} />
    </Card>
  );
};

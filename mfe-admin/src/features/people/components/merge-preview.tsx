import type { ManagedPerson, MergePreview as Preview } from '@qr-attendance/contracts';
import { Button, Facts, QueryView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCoursesOfStudent, useMerge, useMergePreview } from '../api.ts';
import { ReasonForm } from './reason-form.tsx';

interface Props {
  merged: ManagedPerson;
  kept: ManagedPerson;
  onSwap: (() => void) | undefined;
  onClose: () => void;
}

const RecordCourses = ({ studentId }: { studentId: string }) => {
  const { t } = useTranslation('admin');
  const courses = useCoursesOfStudent(studentId);
  return (
    <QueryView query={courses} errorMessage={t('merge.coursesFailed')}>
      {(all) => (
        <>
          <span className="block small above">{t('merge.courses', { count: all.length })}</span>
          <ul className="small wrap">
            {all.map(({ _id, name, code, section, termName, active }) => (
              <li key={_id}>
                <bdi>{[code, name].filter(Boolean).join(' ')}</bdi>
                <span className="muted">
                  {[
                    section !== undefined && t('merge.section', { section }),
                    termName,
                    !active && t('merge.former'),
                  ]
                    .filter(Boolean)
                    .map((detail) => ` · ${detail}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
};

const RecordFacts = ({ person }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const { name, email, institutionId, usn, regNo, registered } = person;
  return (
    <>
      <strong className="block wrap">
        <bdi>{name}</bdi>
      </strong>
      <span className="block muted small wrap">{email}</span>
      <span className="block muted small wrap">
        {[institutionId, usn, regNo].filter(Boolean).join(' · ')}
      </span>
      <span className="block muted small">
        {t(registered === false ? 'people.unregistered' : 'merge.hasAccount')}
      </span>
      <RecordCourses studentId={person._id} />
    </>
  );
};

const Effects = ({ merged, kept, takesOver }: Preview) => {
  const { t } = useTranslation('admin');
  return (
    <ul className="stack gap-xs">
      <li>{t('merge.facts', { name: kept.name, email: kept.email })}</li>
      <li>{t('merge.earlier')}</li>
      {merged.registered !== false && (
        <li>{t('merge.signIn', { merged: merged.email, kept: kept.email })}</li>
      )}
      {kept.registered === false && <li>{t('merge.noAccount', { email: kept.email })}</li>}
      {takesOver !== undefined && <li>{t('merge.takesOver', { number: takesOver })}</li>}
      <li>{t('merge.left')}</li>
      <li>{t('merge.undo')}</li>
    </ul>
  );
};

export const MergePreview = ({ merged, kept, onSwap, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const preview = useMergePreview(merged._id, kept._id);
  const merge = useMerge(merged._id, kept._id);
  return (
    <>
      <QueryView query={preview} errorMessage={t('merge.previewFailed')}>
        {(merge) => (
          <>
            <Facts
              columns={2}
              facts={[
                { name: t('merge.kept'), value: <RecordFacts person={merge.kept} /> },
                { name: t('merge.merged'), value: <RecordFacts person={merge.merged} /> },
              ]}
            />
            {onSwap && (
              <Button type="text" size="small" onClick={onSwap}>
                {t('merge.swap')}
              </Button>
            )}
            <h3 className="title above">{t('merge.effects')}</h3>
            <Effects {...merge} />
          </>
        )}
      </QueryView>
      <ReasonForm
        action={merge}
        done={t('merge.done', { name: kept.name })}
        failure={t('merge.failed')}
        confirm={t('merge.confirm')}
        look={{ type: 'primary', disabled: !preview.data }}
        onClose={onClose}
      />
    </>
  );
};

import type { Course } from '@qr-attendance/contracts';
import { Button, Dialog, Failure } from '@qr-attendance/ui-kit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { copyTargets, useTermLabel, useTerms } from '../../../shared/terms.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useCopyCourse } from '../api.ts';

export const CopyCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const navigate = useNavigate();
  const to = useLinks();
  const termLabel = useTermLabel();
  const id = useId();
  const { data: terms = [] } = useTerms();
  const targets = copyTargets(terms, course.termId);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const copy = useCopyCourse(course._id);
  const target = targets.find(({ _id }) => _id === chosen) ?? targets[0];
  if (!target) return null;
  const close = () => {
    copy.cancel();
    if (!copy.isPending) copy.reset();
    setIsOpen(false);
  };
  const submit = () =>
    copy.mutate(target._id, {
      done: t('terms.copied', { term: target.name }),
      onSuccess: (copied) => void navigate(to.course(copied._id)),
    });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('terms.copy')}</Button>
      {isOpen && (
        <Dialog
          title={t('terms.copyTitle', { code: course.code })}
          text={t('terms.copyExplain')}
          onClose={close}
          buttons={
            <>
              <Button onClick={close}>{t('common:cancel')}</Button>
              <Button type="primary" loading={copy.isPending} onClick={submit}>
                {t('terms.copySubmit')}
              </Button>
            </>
          }
        >
          <Failure error={copy.error} text={t('terms.copyFailed')} />
          <label htmlFor={id} className="block above-xs below-xs">
            {t('terms.copyTo')}
          </label>
          {/* A native select, because antd's list would open behind the dialog. */}
          <select
            id={id}
            className="native-select"
            value={target._id}
            onChange={(event) => setChosen(event.target.value)}
          >
            {targets.map((term) => (
              <option key={term._id} value={term._id}>
                {termLabel(term)}
              </option>
            ))}
          </select>
        </Dialog>
      )}
    </>
  );
};

import type { Course, StudentRate } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSections, sectionName } from '../../../shared/sections.ts';
import { useMoveStudent } from '../students-api.ts';

interface Props {
  course: Course;
  rate: StudentRate;
}

/**
 * Moves a student with two presses in a course with two sections, and with three presses in other courses.
 */
export const MoveStudent = ({ course, rate: { student, sectionId, enrolledAt } }: Props) => {
  const { t } = useTranslation('teacher');
  const move = useMoveStudent(course._id);
  const targets = openSections(course).filter(({ _id }) => _id !== sectionId);
  const [chosen, setChosen] = useState<string>();
  const [isCorrection, setIsCorrection] = useState(false);
  const target = targets.find(({ _id }) => _id === chosen)?._id ?? targets[0]?._id;
  if (target === undefined) return null;
  const { _id: studentId, name } = student;
  const at = isCorrection && enrolledAt !== undefined ? { at: enrolledAt } : {};
  return (
    <ConfirmButton
      size="small"
      label={t('sections.move')}
      aria-label={t('sections.moveOf', { name })}
      question={{
        title: t('sections.moveTitle', { name }),
        text: (
          <>
            <Radio.Group
              aria-label={t('sections.moveTo')}
              className="stack gap-xs"
              value={target}
              onChange={({ target: { value } }) => setChosen(value)}
            >
              {targets.map(({ _id, name: title }) => (
                <Radio key={_id} value={_id}>
                  <span dir="auto">{title}</span>
                </Radio>
              ))}
            </Radio.Group>
            <div className="above-sm">
              <Checkbox checked={isCorrection} onChange={(event) => setIsCorrection(event.target.checked)}>
                {t('sections.moveSince')}
              </Checkbox>
            </div>
            {!isCorrection && <p className="above-sm flush">{t('sections.moveExplain')}</p>}
          </>
        ),
      }}
      act={() => move.mutateAsync({ studentId, sectionId: target, ...at })}
      onGiveUp={move.cancel}
      done={t('sections.moved', { name, section: sectionName(course, target) })}
      failure={t('sections.moveFailed')}
    />
  );
};

import type { Course } from '@qr-attendance/contracts';
import { Button, Card, PlainList, QueryView } from '@qr-attendance/ui-kit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { useAddStaff, useStaff } from '../api.ts';
import { StaffChanges } from './staff-changes.tsx';
import { StaffForm } from './staff-form.tsx';
import { StaffRow } from './staff-row.tsx';

export const StaffSection = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const staff = useStaff(course._id);
  const [adding, setAdding] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  const close = () => {
    setAdding(false);
    // The focused button was removed.
    shown.current?.focus();
  };
  return (
    <Card title={t('staff.title')}>
      <div ref={shown} tabIndex={-1}>
        <QueryView query={staff} errorMessage={t('staff.failed')}>
          {(found) => (
            <>
              <PlainList>
                {found.staff.map((member) => (
                  <StaffRow key={member.user._id} course={course} member={member} />
                ))}
              </PlainList>
              <StaffChanges changes={found.changes} />
            </>
          )}
        </QueryView>
      </div>
      {may(course, 'manageStaff') && (
        <div className="above">
          {adding ? (
            <AddStaff course={course} onClose={close} />
          ) : (
            <Button onClick={() => setAdding(true)}>{t('staff.add')}</Button>
          )}
        </div>
      )}
    </Card>
  );
};

const AddStaff = ({ course, onClose }: { course: Course; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  return (
    <StaffForm
      name={t('staff.add')}
      course={course}
      initial={{ role: 'co-teacher' }}
      asksPerson
      confirm={t('staff.confirmAdd')}
      failure={t('staff.addFailed')}
      save={useAddStaff(course._id)}
      done={t('staff.added')}
      onClose={onClose}
    />
  );
};

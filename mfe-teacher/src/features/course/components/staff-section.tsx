import {
  knownOrOther,
  staffChangeSchema,
  staffRoleSchema,
  type Course,
  type CourseStaff,
} from '@qr-attendance/contracts';
import { Button, Card, PlainList, QueryView, useEditing } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { useAddStaff, useStaff } from '../api.ts';
import { StaffForm } from './staff-form.tsx';
import { StaffRow } from './staff-row.tsx';

type Person = CourseStaff['changes'][number]['user'];

const SHOWN_CHANGES = 5;

const StaffChanges = ({ changes }: Pick<CourseStaff, 'changes'>) => {
  const { t } = useTranslation('teacher');
  const [isOpen, setIsOpen] = useState(false);
  if (changes.length === 0) return null;
  const nameOf = ({ name }: Person) => name ?? t('common:unknown');
  return (
    <div className="above-sm">
      <Button type="text" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('staff.changes')}
      </Button>
      {isOpen && (
        <ul className="flush muted">
          {changes.slice(0, SHOWN_CHANGES).map(({ at, by, user, change, role }) => (
            <li key={`${at} ${user._id}`}>
              {formatDayTime(at)}:{' '}
              {t(`staff.was.${knownOrOther(staffChangeSchema, change)}`, {
                by: nameOf(by),
                name: nameOf(user),
                role: t(`staff.role.${knownOrOther(staffRoleSchema, role)}`),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

export const StaffSection = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const staff = useStaff(course._id);
  const { editing: adding, edit: add, close, shown } = useEditing<HTMLDivElement>();
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
            <Button onClick={add}>{t('staff.add')}</Button>
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
      initial={{ role: 'co-teacher', from: undefined, until: undefined, sectionIds: undefined }}
      asksPerson
      confirm={t('staff.confirmAdd')}
      failure={t('staff.addFailed')}
      save={useAddStaff(course._id)}
      done={t('staff.added')}
      onClose={onClose}
    />
  );
};

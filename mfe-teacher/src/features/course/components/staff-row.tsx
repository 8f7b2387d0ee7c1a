import {
  addedRoleSchema,
  knownOrOther,
  staffRoleSchema,
  type Course,
  type CourseStaff,
} from '@qr-attendance/contracts';
import { Button, PlainRow, SourceNote } from '@qr-attendance/ui-kit';
import { formatDay, useIdentity } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sectionName } from '../../../shared/sections.ts';
import { may } from '../../../shared/may.ts';
import { useChangeStaff } from '../api.ts';
import { HandOverButton, LeaveStaffButton, RemoveStaffButton } from './staff-buttons.tsx';
import { StaffForm } from './staff-form.tsx';

type Member = CourseStaff['staff'][number];

const useName = ({ name }: Member['user']): string => {
  const { t } = useTranslation('teacher');
  return name ?? t('common:unknown');
};

const namesOf = (course: Course, sectionIds: string[]): string =>
  sectionIds.flatMap((id) => sectionName(course, id) ?? []).join(', ');

export const StaffRow = ({ course, member }: { course: Course; member: Member }) => {
  const { t } = useTranslation('teacher');
  const { user } = useIdentity();
  const name = useName(member.user);
  const [editing, setEditing] = useState(false);
  const roleName = (role: string) => t(`staff.role.${knownOrOther(staffRoleSchema, role)}`);
  const { from, until, sectionIds } = member;
  const terms = [
    sectionIds &&
      t('staff.inSections', {
        count: sectionIds.length,
        names: namesOf(course, sectionIds) || t('sections.unknown'),
      }),
    from && t('staff.fromDay', { day: formatDay(from) }),
    until && t('staff.untilDay', { day: formatDay(until) }),
  ].filter(Boolean);
  const isOwner = member.role === 'owner';
  return (
    <>
      <PlainRow
        title={<span dir="auto">{name}</span>}
        detail={
          <>
            {[roleName(member.role), ...terms].join(' · ')}
            <SourceNote source={member.source} roleName={roleName} />
          </>
        }
        aside={
          <div className="row gap-xs">
            {!isOwner && may(course, 'manageStaff') && (
              <>
                <Button
                  size="small"
                  aria-label={t('staff.changeOf', { name })}
                  aria-expanded={editing}
                  onClick={() => setEditing(!editing)}
                >
                  {t('staff.change')}
                </Button>
                <HandOverButton course={course} userId={member.user._id} name={name} />
                <RemoveStaffButton course={course} userId={member.user._id} name={name} />
              </>
            )}
            {!isOwner && !may(course, 'manageStaff') && member.user._id === user?._id && (
              <LeaveStaffButton course={course} userId={member.user._id} />
            )}
          </div>
        }
      />
      {editing && (
        <li>
          <ChangeStaff course={course} member={member} name={name} onClose={() => setEditing(false)} />
        </li>
      )}
    </>
  );
};

interface ChangeProps {
  course: Course;
  member: Member;
  name: string;
  onClose: () => void;
}

const ChangeStaff = ({ course, member, name, onClose }: ChangeProps) => {
  const { t } = useTranslation('teacher');
  const { data: role = 'co-teacher' } = addedRoleSchema.safeParse(member.role);
  return (
    <StaffForm
      name={t('staff.changeOf', { name })}
      course={course}
      initial={{ role, from: member.from, until: member.until, sectionIds: member.sectionIds }}
      confirm={t('staff.save')}
      failure={t('staff.changeFailed')}
      save={useChangeStaff(course._id, member.user._id)}
      done={t('staff.saved', { name })}
      onClose={onClose}
    />
  );
};

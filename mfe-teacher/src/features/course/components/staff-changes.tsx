import { knownOr, staffChangeSchema, staffRoleSchema, type CourseStaff } from '@qr-attendance/contracts';
import { Button } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Person = CourseStaff['changes'][number]['user'];

const SHOWN_CHANGES = 5;

export const StaffChanges = ({ changes }: Pick<CourseStaff, 'changes'>) => {
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
              {t(`staff.was.${knownOr(staffChangeSchema, change)}`, {
                by: nameOf(by),
                name: nameOf(user),
                role: t(`staff.role.${knownOr(staffRoleSchema, role)}`),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

import { knownOr, unitRoleSchema } from '@qr-attendance/contracts';
import { Card } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useOwnRoles } from '../../../shared/viewer.ts';

export const OwnRoles = () => {
  const { t } = useTranslation('admin');
  const { roles = [] } = useOwnRoles();
  if (roles.length === 0) return null;
  return (
    <div className="below">
      <Card title={t('overview.roles')}>
        <ul className="list">
          {roles.map(({ unit, role }) => (
            <li key={unit._id}>
              <bdi>{unit.name}</bdi>: {t(`staff.roles.${knownOr(unitRoleSchema, role)}`)}.{' '}
              <span className="muted">{t(`staff.may.${knownOr(unitRoleSchema, role)}`)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};

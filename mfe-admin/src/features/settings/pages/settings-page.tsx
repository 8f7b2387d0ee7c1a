import { routes } from '@qr-attendance/contracts';
import { Card, PageHeader, PlainList, PlainRow, QueryView, type QueryLike } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useInstitutionPolicy } from '../../../shared/institution-policy.ts';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { useSettings, type Setting } from '../use-settings.ts';

/**
 * Users with a role in a unit can read the settings. Only administrators can see and change the requirements.
 */
export const SettingsPage = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const settings = useSettings();
  const classes = useApiQuery(routes.session.getClassSettings);
  const courses = useApiQuery(routes.course.getCourseSettings);
  const accounts = useApiQuery(routes.auth.getAccountSettings);
  const attendance = useApiQuery(routes.attendance.getAttendanceSettings);
  return (
    <>
      <PageHeader title={t('settings.title')} help={t('settings.help')} />
      <div className="stack">
        {isAdmin && <Requirements />}
        <SettingsCard title={t('settings.classes')} query={classes} settingsOf={settings.ofClasses} />
        <SettingsCard title={t('settings.courses')} query={courses} settingsOf={settings.ofCourses} />
        <SettingsCard title={t('settings.accounts')} query={accounts} settingsOf={settings.ofAccounts} />
        <SettingsCard
          title={t('settings.attendance')}
          query={attendance}
          settingsOf={settings.ofAttendance}
        />
      </div>
    </>
  );
};

const Requirements = () => {
  const { t } = useTranslation('admin');
  return (
    <SettingsCard
      list={false}
      title={t('settings.requirements')}
      query={useInstitutionPolicy()}
      settingsOf={useSettings().ofPolicy}
    >
      <p className="flush above-xs">
        <Link to="/admin/requirements">{t('settings.changeRequirements')}</Link>
      </p>
    </SettingsCard>
  );
};

interface Props<Found> {
  title: string;
  query: QueryLike<Found>;
  settingsOf: (found: Found) => Setting[];
  list?: boolean;
  children?: ReactNode;
}

const SettingsCard = <Found,>({ title, query, settingsOf, list = true, children }: Props<Found>) => {
  const { t } = useTranslation('admin');
  return (
    <Card list={list} title={title}>
      <QueryView query={query} errorMessage={t('settings.failed')}>
        {(settings) => (
          <PlainList>
            {settingsOf(settings).map(({ name, value, effect, variable }) => (
              <PlainRow
                key={name}
                title={`${name}: ${value}`}
                detail={
                  <>
                    {effect}
                    {variable !== undefined && (
                      <span className="block">{t('settings.setAs', { variable })}</span>
                    )}
                  </>
                }
              />
            ))}
          </PlainList>
        )}
      </QueryView>
      {children}
    </Card>
  );
};

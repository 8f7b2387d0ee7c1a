import { routes } from '@qr-attendance/contracts';
import { Card, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstitutionPolicy } from '../../../shared/institution-policy.ts';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { SettingRows } from '../components/setting-rows.tsx';
import { useSettings } from '../use-settings.ts';

/** Everybody with a role in a unit may read them; only administrators see and change the requirements. */
export const SettingsPage = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const settings = useSettings();
  const classes = useApiQuery(routes.session.getClassSettings);
  const courses = useApiQuery(routes.course.getCourseSettings);
  const accounts = useApiQuery(routes.auth.getAccountSettings);
  const attendance = useApiQuery(routes.attendance.getAttendanceSettings);
  const errorMessage = t('settings.failed');
  return (
    <>
      <PageHeader title={t('settings.title')} help={t('settings.help')} />
      <div className="stack">
        {isAdmin && <Requirements />}
        <Card list title={t('settings.classes')}>
          <QueryView query={classes} errorMessage={errorMessage}>
            {(found) => <SettingRows settings={settings.ofClasses(found)} />}
          </QueryView>
        </Card>
        <Card list title={t('settings.courses')}>
          <QueryView query={courses} errorMessage={errorMessage}>
            {(found) => <SettingRows settings={settings.ofCourses(found)} />}
          </QueryView>
        </Card>
        <Card list title={t('settings.accounts')}>
          <QueryView query={accounts} errorMessage={errorMessage}>
            {(found) => <SettingRows settings={settings.ofAccounts(found)} />}
          </QueryView>
        </Card>
        <Card list title={t('settings.attendance')}>
          <QueryView query={attendance} errorMessage={errorMessage}>
            {(found) => <SettingRows settings={settings.ofAttendance(found)} />}
          </QueryView>
        </Card>
      </div>
    </>
  );
};

const Requirements = () => {
  const { t } = useTranslation('admin');
  const settings = useSettings();
  const policy = useInstitutionPolicy();
  return (
    <Card title={t('settings.requirements')}>
      <QueryView query={policy} errorMessage={t('settings.failed')}>
        {({ floor }) => <SettingRows settings={settings.ofFloor(floor)} />}
      </QueryView>
      <p className="flush above-xs">
        <Link to="/admin/requirements">{t('settings.changeRequirements')}</Link>
      </p>
    </Card>
  );
};

import {
  enrollmentModeSchema,
  knownOrOther,
  type AccountSettings,
  type AttendanceSettings,
  type ClassSettings,
  type CourseSettings,
  type InstitutionPolicy,
  teacherRegistrationSchema,
} from '@qr-attendance/contracts';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useCheckNames } from '../../shared/institution-policy.ts';
import type texts from '../../texts/en.json';

export interface Setting {
  name: string;
  value: string;
  effect: string;
  /** The environment variable; missing for settings that administrators change on a page. */
  variable?: string;
}

type Texts = (typeof texts)['settings'];
type KeysWithText<Text extends string> = {
  [Key in keyof Texts]: Texts[Key] extends Record<'name' | Text, string> ? Key : never;
}[keyof Texts];

export const useSettings = () => {
  const { t } = useTranslation('admin');
  const checks = useCheckNames();
  const setting = (key: KeysWithText<'effect'>, value: string, variable: string): Setting => ({
    name: t(`settings.${key}.name`),
    value,
    effect: t(`settings.${key}.effect`),
    variable,
  });
  const choice = (key: KeysWithText<'on' | 'off'>, isOn: boolean, variable: string): Setting => ({
    name: t(`settings.${key}.name`),
    value: t(isOn ? 'settings.yes' : 'settings.no'),
    effect: t(`settings.${key}.${isOn ? 'on' : 'off'}`),
    variable,
  });
  const amount = (unit: 'days' | 'hours' | 'minutes' | 'seconds', count: number): string =>
    t(`settings.${unit}`, { count, amount: formatNumber(count) });
  return {
    ofPolicy: ({ floor }: InstitutionPolicy): Setting[] => [
      { name: t('settings.floor.name'), value: checks(floor), effect: t('settings.floor.effect') },
    ],
    ofClasses: (settings: ClassSettings): Setting[] => [
      setting('timeZone', settings.timeZone, 'CAMPUS_TIME_ZONE'),
      setting('defaultChecks', checks(settings.defaultChecks), 'SESSION_REQUIRED_CHECKS'),
      choice('networks', settings.limitsNetworks, 'SESSION_ALLOWED_NETWORKS'),
      choice('unsigned', settings.allowUnsigned, 'SESSION_ALLOW_UNSIGNED'),
      setting('codeOpens', amount('minutes', settings.codeOpensBeforeMinutes), 'CODE_OPENS_BEFORE_MINUTES'),
      setting('codeGrace', amount('seconds', settings.codeGraceSeconds), 'CODE_GRACE_SECONDS'),
      setting('toMark', amount('seconds', settings.markSeconds), 'TICKET_LIFETIME_SECONDS'),
      setting('toSignIn', amount('seconds', settings.signInSeconds), 'SCAN_LIFETIME_SECONDS'),
      setting('openEnded', amount('hours', settings.openEndedHours), 'OPEN_ENDED_SESSION_HOURS'),
      setting('horizon', amount('days', settings.seriesHorizonDays), 'SERIES_HORIZON_DAYS'),
    ],
    ofCourses: (settings: CourseSettings): Setting[] => {
      const mode = knownOrOther(enrollmentModeSchema, settings.newCourseEnrollment);
      return [
        setting('enrollment', t(`settings.enrollment.modes.${mode}`), 'NEW_COURSE_ENROLLMENT'),
        setting('importSources', settings.importSources.join(', '), 'IMPORT_SOURCES'),
        setting(
          'importShare',
          t('settings.percent', { amount: formatNumber(settings.importMaxChangedPercent) }),
          'IMPORT_MAX_CHANGED_PERCENT',
        ),
        setting('importDays', amount('days', settings.importRetentionDays), 'IMPORT_RETENTION_DAYS'),
      ];
    },
    ofAccounts: (settings: AccountSettings): Setting[] => {
      const registration = knownOrOther(teacherRegistrationSchema, settings.teacherRegistration);
      return [
        {
          name: t('settings.teachers.name'),
          value: t(`settings.teachers.modes.${registration}`),
          effect: t(`settings.teachers.effects.${registration}`),
          variable: 'TEACHER_REGISTRATION',
        },
        setting('signedIn', amount('days', settings.refreshTokenDays), 'REFRESH_TOKEN_DAYS'),
        ...(settings.signInDays
          ? [
              setting('staffSignIn', amount('days', settings.signInDays.staff), 'SIGN_IN_MAX_DAYS_STAFF'),
              setting(
                'studentSignIn',
                amount('days', settings.signInDays.students),
                'SIGN_IN_MAX_DAYS_STUDENTS',
              ),
            ]
          : []),
        setting('freshProof', amount('minutes', settings.freshProofMinutes), 'FRESH_PROOF_MINUTES'),
        setting('replaced', amount('hours', settings.replacedDeviceHours), 'DEVICE_COOL_DOWN_HOURS'),
        setting('added', amount('hours', settings.addedProofHours), 'ADDED_PROOF_COOL_DOWN_HOURS'),
        choice('auditor', settings.hasAuditor, 'AUDITOR_EMAIL'),
      ];
    },
    ofAttendance: (settings: AttendanceSettings): Setting[] => [
      setting('selfies', amount('days', settings.selfieRetentionDays), 'SELFIE_RETENTION_DAYS'),
      setting('details', amount('days', settings.markDetailsRetentionDays), 'MARK_DETAILS_RETENTION_DAYS'),
      choice('campus', settings.knowsCampusNetworks, 'CAMPUS_NETWORKS'),
      choice('receipts', settings.issuesReceipts, 'RECEIPT_PRIVATE_KEY'),
    ],
  };
};

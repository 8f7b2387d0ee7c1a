import {
  enrollmentModeSchema,
  knownOr,
  type AccountSettings,
  type AttendanceSettings,
  type ClassSettings,
  type CourseSettings,
  type RequiredChecks,
  teacherRegistrationSchema,
} from '@qr-attendance/contracts';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import type { Setting } from './components/setting-rows.tsx';

const CHECKS = ['requirePin', 'requireDevice', 'requireSelfie', 'requirePasskey'] as const;

/** The settings of each service with their present value and what it means. */
export const useSettings = () => {
  const { t } = useTranslation('admin');
  const yesOrNo = (is: boolean): string => t(is ? 'settings.yes' : 'settings.no');
  const amount = (unit: 'days' | 'hours' | 'minutes' | 'seconds', count: number): string =>
    t(`settings.${unit}`, { count, amount: formatNumber(count) });
  const checks = (required: RequiredChecks): string =>
    CHECKS.filter((name) => required[name])
      .map((name) => t(`floor.check.${name}`))
      .join(', ') || t('settings.nothing');
  return {
    ofFloor: (floor: RequiredChecks): Setting[] => [
      { name: t('settings.floor.name'), value: checks(floor), effect: t('settings.floor.effect') },
    ],
    ofClasses: (settings: ClassSettings): Setting[] => [
      {
        name: t('settings.timeZone.name'),
        value: settings.timeZone,
        effect: t('settings.timeZone.effect'),
        variable: 'CAMPUS_TIME_ZONE',
      },
      {
        name: t('settings.defaultChecks.name'),
        value: checks(settings.defaultChecks),
        effect: t('settings.defaultChecks.effect'),
        variable: 'SESSION_REQUIRED_CHECKS',
      },
      {
        name: t('settings.networks.name'),
        value: yesOrNo(settings.limitsNetworks),
        effect: t(`settings.networks.${settings.limitsNetworks ? 'on' : 'off'}`),
        variable: 'SESSION_ALLOWED_NETWORKS',
      },
      {
        name: t('settings.unsigned.name'),
        value: yesOrNo(settings.allowUnsigned),
        effect: t(`settings.unsigned.${settings.allowUnsigned ? 'on' : 'off'}`),
        variable: 'SESSION_ALLOW_UNSIGNED',
      },
      {
        name: t('settings.codeOpens.name'),
        value: amount('minutes', settings.codeOpensBeforeMinutes),
        effect: t('settings.codeOpens.effect'),
        variable: 'CODE_OPENS_BEFORE_MINUTES',
      },
      {
        name: t('settings.codeGrace.name'),
        value: amount('seconds', settings.codeGraceSeconds),
        effect: t('settings.codeGrace.effect'),
        variable: 'CODE_GRACE_SECONDS',
      },
      {
        name: t('settings.toMark.name'),
        value: amount('seconds', settings.markSeconds),
        effect: t('settings.toMark.effect'),
        variable: 'TICKET_LIFETIME_SECONDS',
      },
      {
        name: t('settings.toSignIn.name'),
        value: amount('seconds', settings.signInSeconds),
        effect: t('settings.toSignIn.effect'),
        variable: 'SCAN_LIFETIME_SECONDS',
      },
      {
        name: t('settings.openEnded.name'),
        value: amount('hours', settings.openEndedHours),
        effect: t('settings.openEnded.effect'),
        variable: 'OPEN_ENDED_SESSION_HOURS',
      },
      {
        name: t('settings.horizon.name'),
        value: amount('days', settings.seriesHorizonDays),
        effect: t('settings.horizon.effect'),
        variable: 'SERIES_HORIZON_DAYS',
      },
    ],
    ofCourses: (settings: CourseSettings): Setting[] => {
      const mode = knownOr(enrollmentModeSchema, settings.newCourseEnrollment);
      return [
        {
          name: t('settings.enrollment.name'),
          value: t(`settings.enrollment.modes.${mode}`),
          effect: t('settings.enrollment.effect'),
          variable: 'NEW_COURSE_ENROLLMENT',
        },
        {
          name: t('settings.importShare.name'),
          value: t('settings.percent', { amount: formatNumber(settings.importMaxChangedPercent) }),
          effect: t('settings.importShare.effect'),
          variable: 'IMPORT_MAX_CHANGED_PERCENT',
        },
        {
          name: t('settings.importDays.name'),
          value: amount('days', settings.importRetentionDays),
          effect: t('settings.importDays.effect'),
          variable: 'IMPORT_RETENTION_DAYS',
        },
      ];
    },
    ofAccounts: (settings: AccountSettings): Setting[] => {
      const registration = knownOr(teacherRegistrationSchema, settings.teacherRegistration);
      return [
        {
          name: t('settings.teachers.name'),
          value: t(`settings.teachers.modes.${registration}`),
          effect: t(`settings.teachers.effects.${registration}`),
          variable: 'TEACHER_REGISTRATION',
        },
        {
          name: t('settings.signedIn.name'),
          value: amount('days', settings.refreshTokenDays),
          effect: t('settings.signedIn.effect'),
          variable: 'REFRESH_TOKEN_DAYS',
        },
        {
          name: t('settings.freshProof.name'),
          value: amount('minutes', settings.freshProofMinutes),
          effect: t('settings.freshProof.effect'),
          variable: 'FRESH_PROOF_MINUTES',
        },
        {
          name: t('settings.replaced.name'),
          value: amount('hours', settings.replacedDeviceHours),
          effect: t('settings.replaced.effect'),
          variable: 'DEVICE_COOL_DOWN_HOURS',
        },
        {
          name: t('settings.added.name'),
          value: amount('hours', settings.addedProofHours),
          effect: t('settings.added.effect'),
          variable: 'ADDED_PROOF_COOL_DOWN_HOURS',
        },
        {
          name: t('settings.auditor.name'),
          value: yesOrNo(settings.hasAuditor),
          effect: t(`settings.auditor.${settings.hasAuditor ? 'on' : 'off'}`),
          variable: 'AUDITOR_EMAIL',
        },
      ];
    },
    ofAttendance: (settings: AttendanceSettings): Setting[] => [
      {
        name: t('settings.selfies.name'),
        value: amount('days', settings.selfieRetentionDays),
        effect: t('settings.selfies.effect'),
        variable: 'SELFIE_RETENTION_DAYS',
      },
      {
        name: t('settings.details.name'),
        value: amount('days', settings.markDetailsRetentionDays),
        effect: t('settings.details.effect'),
        variable: 'MARK_DETAILS_RETENTION_DAYS',
      },
      {
        name: t('settings.campus.name'),
        value: yesOrNo(settings.knowsCampusNetworks),
        effect: t(`settings.campus.${settings.knowsCampusNetworks ? 'on' : 'off'}`),
        variable: 'CAMPUS_NETWORKS',
      },
      {
        name: t('settings.receipts.name'),
        value: yesOrNo(settings.issuesReceipts),
        effect: t(`settings.receipts.${settings.issuesReceipts ? 'on' : 'off'}`),
        variable: 'RECEIPT_PRIVATE_KEY',
      },
    ],
  };
};

import type { ClassSettings } from '@qr-attendance/contracts';
import { checksOf, type Config } from '../config.ts';

export const settingsOf = (config: Config): ClassSettings => ({
  timeZone: config.CAMPUS_TIME_ZONE,
  defaultChecks: checksOf(config.SESSION_REQUIRED_CHECKS),
  limitsNetworks: config.SESSION_ALLOWED_NETWORKS.length > 0,
  allowUnsigned: config.SESSION_ALLOW_UNSIGNED,
  codeOpensBeforeMinutes: config.CODE_OPENS_BEFORE_MINUTES,
  codeGraceSeconds: config.CODE_GRACE_SECONDS,
  markSeconds: config.TICKET_LIFETIME_SECONDS,
  signInSeconds: config.SCAN_LIFETIME_SECONDS,
  openEndedHours: config.OPEN_ENDED_SESSION_HOURS,
  seriesHorizonDays: config.SERIES_HORIZON_DAYS,
});

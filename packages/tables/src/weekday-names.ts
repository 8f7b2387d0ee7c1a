// cspell:disable
import { foldForSearch } from '@qr-attendance/contracts';

const NAMES = [
  'monday mon mo montag mon lundi lun lu lunes',
  'tuesday tue tues tu dienstag die di mardi mar ma martes',
  'wednesday wed weds we mittwoch mit mi mercredi mer me miércoles mié mie',
  'thursday thu thur thurs th donnerstag don do jeudi jeu je jueves jue ju',
  'friday fri fr freitag fre vendredi ven ve viernes vie vi',
  'saturday sat sa samstag sam sonnabend samedi sábado sáb sab',
  'sunday sun su sonntag son so dimanche dim domingo dom',
];

export const WEEKDAY_OF_NAME = new Map(
  NAMES.flatMap((names, index) =>
    names.split(' ').map((name): [string, number] => [foldForSearch(name), index + 1]),
  ),
);

export const OTHER_MEANINGS = {
  fr: new Map([
    ['di', 7],
    ['m', 2],
  ]),
  es: new Map([
    ['do', 7],
    ['m', 2],
  ]),
} as const;

/**
 * Short names of weekdays that are written without a space, such as `MoWe`, `DiDo` or `TTh`, grouped by
 * length and language.
 */
export const JOINED_WEEKDAY_NAMES: readonly Record<string, number>[] = [
  { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 },
  // English: Banner, PeopleSoft and Workday.
  { m: 1, mo: 1, t: 2, tu: 2, w: 3, we: 3, r: 4, th: 4, f: 5, fr: 5, s: 6, sa: 6, u: 7, su: 7 },
  { mo: 1, di: 2, mi: 3, do: 4, fr: 5, sa: 6, so: 7 },
  { lu: 1, ma: 2, me: 3, je: 4, ve: 5, sa: 6, di: 7 },
  { lu: 1, ma: 2, mi: 3, ju: 4, vi: 5, sa: 6, do: 7 },
  // Spanish letters, where X is Wednesday.
  { l: 1, m: 2, x: 3, j: 4, v: 5, s: 6, d: 7 },
  { l: 1, m: 2, j: 4, v: 5, s: 6, d: 7 },
];

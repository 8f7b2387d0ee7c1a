import type { overview as english } from './overview.en.ts';

export const overview: typeof english = {
  title: 'Verwaltung',
  help: 'Heute in den Einheiten, in denen Sie eine Rolle haben.',
  helpAll: 'Heute in der ganzen Einrichtung.',
  failed: 'Der heutige Überblick konnte nicht geladen werden',
  roles: 'Ihre Rollen',
  today: 'Heute, {{day}}',
  byUnit: 'Termine nach Einheit',
  unit: 'Einheit',
  noUnit: 'Ohne Einheit',
  noClasses: 'Heute gibt es keine Termine.',
  running: 'Laufend',
  scheduled: 'Später heute',
  held: 'Stattgefunden',
  unconfirmed: 'Nicht bestätigt',
  canceled: 'Abgesagt',
  shortcuts: 'Seiten der Verwaltung',
  go: {
    courses: 'Kurse suchen und öffnen',
    units: 'Fakultäten, Fachbereiche, Studiengänge',
    terms: 'Daten, Pausen, Archiv',
    staff: 'Wer Einheiten verwaltet oder einsieht',
  },
};

import type { common as english } from './common.en.ts';

export const common: typeof english = {
  product: 'QR-Anwesenheit',
  retry: 'Erneut versuchen',
  home: 'Zur Startseite',
  loading: 'Wird geladen …',
  more: 'Mehr anzeigen',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  required: '{{field}} fehlt',
  timeElsewhere: '{{there}} ({{here}} Ihrer Zeit)',
  status: { PRESENT: 'Anwesend', LATE: 'Verspätet', ABSENT: 'Abwesend', EXCUSED: 'Entschuldigt' },
  report: {
    course: 'Kurs',
    allCourses: 'Alle Kurse',
    from: 'Von',
    to: 'Bis',
    status: 'Status',
    allStatuses: 'Jeder Status',
    backwards: '„Bis“ darf nicht vor „Von“ liegen',
    records_one: '{{count}} Eintrag',
    records_other: '{{count}} Einträge',
    export: 'CSV exportieren',
    exported: '{{fileName}} liegt in Ihren Downloads',
    exportFailed: 'Der Bericht konnte nicht exportiert werden',
  },
  chart: { noValue: 'keine Veranstaltung', label: 'Tag', value: 'Wert' },
};

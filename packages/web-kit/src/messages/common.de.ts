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
  status: { PRESENT: 'Anwesend', LATE: 'Verspätet', ABSENT: 'Abwesend' },
  chart: { noValue: 'keine Veranstaltung', label: 'Tag', value: 'Wert' },
};

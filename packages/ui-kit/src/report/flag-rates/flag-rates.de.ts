import type { flagRates as english } from './flag-rates.en.ts';

export const flagRates: typeof english = {
  failed: 'Der Vergleich konnte nicht geladen werden',
  what: 'Eingetragen mit',
  marks: 'Eintragungen',
  flagged: 'Mit einem Hinweis',
  toReview: 'Zur Prüfung vorgelegt',
  none: 'Es gibt noch keine Eintragungen zum Vergleichen.',
  device: {
    ios: 'iPhone oder iPad',
    android: 'Android',
    computer: 'Computer',
    other: 'Andere Geräte',
  },
  onCampus: 'Campusnetz',
  offCampus: 'Andere Netze',
};

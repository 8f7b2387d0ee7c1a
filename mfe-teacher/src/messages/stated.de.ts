import type { stated as english } from './stated.en.ts';

export const stated: typeof english = {
  stated: {
    column: 'Daten der Hochschule',
    filter: 'Mit dem Verzeichnis der Hochschule vergleichen',
    all: 'Auf der Liste',
    filters: {
      not_stated: 'Auf der Liste, aber nicht im Verzeichnis',
      not_on_roster: 'Im Verzeichnis, aber nicht auf der Liste',
    },
    none: {
      not_stated: 'Alle auf der Liste stehen im Verzeichnis.',
      not_on_roster: 'Alle aus dem Verzeichnis stehen auf der Liste.',
    },
    byNobody: 'Nicht im Verzeichnis',
    pending: 'Im Verzeichnis, aber noch nicht übernommen',
  },
  rosterNotices: {
    title: 'Änderungen Ihrer Listen',
    failed: 'Die Änderungen Ihrer Listen konnten nicht geladen werden',
    added_one: '{{count}} Person hinzugefügt',
    added_other: '{{count}} Personen hinzugefügt',
    ended_one: '{{count}} beendet',
    ended_other: '{{count}} beendet',
    applied: 'Laut {{source}}',
    other: 'Laut {{source}}',
    undone: 'Rückgängig gemacht: {{source}}',
    section: 'Gruppe {{name}}',
    hide: 'Ausblenden',
    hidden: 'Ausgeblendet',
    hideFailed: 'Sie konnten nicht ausgeblendet werden',
    more: 'Mehr anzeigen',
  },
};

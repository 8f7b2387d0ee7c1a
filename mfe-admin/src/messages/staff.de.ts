import type { staff as english } from './staff.en.ts';

export const staff: typeof english = {
  title: 'Personal der Einheiten',
  help: 'Wer die Kurse einer Einheit und aller Einheiten darunter verwaltet oder einsieht. Eine Rolle endet von selbst nach ihrem letzten Tag.',
  loadFailed: 'Das Personal der Einheiten konnte nicht geladen werden',
  none: 'Noch niemand hat eine Rolle in einer Einheit.',
  name: 'Name',
  role: 'Rolle',
  unit: 'Einheit',
  days: 'Tage',
  always: 'Ohne Ende',
  fromDay: 'ab {{day}}',
  untilDay: 'bis {{day}}',
  roles: {
    'institution-administrator': 'Hochschulverwaltung',
    'program-administrator': 'Studiengangsverwaltung',
    auditor: 'Einsicht',
    other: 'Von einer neueren Version gesetzt',
  },
  may: {
    'institution-administrator':
      'Wie die Studiengangsverwaltung, in allen Kursen, und vergibt Rollen in Einheiten.',
    'program-administrator':
      'Verwaltet Lehrteam, Studierende, Termine und Einstellungen der Kurse. Trägt keine Anwesenheit ein und prüft keine.',
    auditor: 'Sieht alles und ändert nichts.',
  },
  add: 'Rolle vergeben',
  confirmAdd: 'Rolle vergeben',
  person: 'E-Mail-Adresse oder Personalnummer',
  personHelp: 'Einer Lehrperson, die hier ein Konto hat und ihre Adresse bestätigt hat.',
  from: 'Erster Tag (optional)',
  until: 'Letzter Tag (optional)',
  change: 'Ändern',
  changeOf: 'Rolle von {{name}} ändern',
  save: 'Speichern',
  saved: 'Rolle gespeichert',
  failed: 'Die Rolle konnte nicht gespeichert werden',
  remove: 'Entfernen',
  removeOf: 'Rolle von {{name}} entfernen',
  removeText: 'Diese Person sieht die Kurse von {{unit}} nicht mehr. Was sie getan hat, bleibt.',
  removed: '{{name}} hat hier keine Rolle mehr',
  removeFailed: 'Die Rolle konnte nicht entfernt werden',
};

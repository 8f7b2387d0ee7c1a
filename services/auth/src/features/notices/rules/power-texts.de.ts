import type { PowerSentences } from './power-sentences.ts';

export const deSentences: PowerSentences = {
  account_suspended: ({ by, person }) => `${by} hat das Konto von ${person} gesperrt.`,
  account_restored: ({ by, person }) => `${by} hat das Konto von ${person} wieder freigegeben.`,
  account_devices_reset: ({ by, person }) => `${by} hat alle Geräte von ${person} entfernt.`,
  account_second_factor_reset: ({ by, person }) =>
    `${by} hat den zweiten Faktor von ${person} zurückgesetzt.`,
  proofs_confirmed: ({ by, person }) => `${by} hat die neuen Geräte und Passkeys von ${person} bestätigt.`,
  person_erased: ({ by }) => `${by} hat ein Konto gelöscht.`,
  accounts_merged: ({ by, person }) =>
    `${by} hat den Eintrag von ${person} mit einem anderen zusammengeführt.`,
  merge_undone: ({ by, person }) => `${by} hat den Eintrag von ${person} wieder von einem anderen getrennt.`,
  admin_created: ({ by, person }) => `${by} hat ${person} Administrationsrechte gegeben.`,
  invite_created: ({ by }) =>
    `${by} hat einen Einladungscode erstellt, mit dem sich Lehrpersonen registrieren.`,
  password_used: ({ by }) =>
    `${by} hat sich ohne Anmeldedienst angemeldet, obwohl Passwörter abgeschaltet sind.`,
  provider_changed: ({ by }) => `${by} hat die Anmeldedienste geändert, über die sich Personen anmelden.`,
  course_role_given: ({ by, role }) => `${by} hat Sie zu dieser Veranstaltung hinzugefügt (${role}).`,
  course_handed_over: () => 'Diese Veranstaltung wurde Ihnen übergeben.',
  course_handed_on: () =>
    'Diese Veranstaltung wurde jemand anderem übergeben. Sie sind jetzt weitere Lehrperson.',
  staff_added: ({ by, person, role }) => `${by} hat ${person} zu dieser Veranstaltung hinzugefügt (${role}).`,
  staff_changed: ({ by, person, role }) =>
    `${by} hat die Rolle von ${person} in dieser Veranstaltung geändert (${role}).`,
  staff_removed: ({ by, person }) => `${by} hat ${person} aus dieser Veranstaltung entfernt.`,
  staff_left: ({ person }) => `${person} hat diese Veranstaltung verlassen.`,
  staff_handed_over: ({ by, person }) => `${by} hat diese Veranstaltung an ${person} übergeben.`,
  course_moved: ({ by }) =>
    `${by} hat diese Veranstaltung in eine andere Einheit verschoben, deren Personal jetzt mit ihr arbeiten kann.`,
  course_deleted: ({ by }) => `${by} hat diese Veranstaltung gelöscht.`,
  enrollment_changed: ({ by }) => `${by} hat geändert, wer sich in diese Veranstaltung eintragen darf.`,
  invitation_created: ({ by }) =>
    `${by} hat einen Link erstellt, mit dem sich Studierende in diese Veranstaltung eintragen.`,
  unit_role_given: ({ by, role }) => `${by} hat Ihnen eine Rolle in dieser Einheit gegeben (${role}).`,
  unit_staff_added: ({ by, person, role }) =>
    `${by} hat ${person} eine Rolle in dieser Einheit gegeben (${role}).`,
  unit_staff_changed: ({ by, person, role }) =>
    `${by} hat die Rolle von ${person} in dieser Einheit geändert (${role}).`,
  unit_staff_removed: ({ by, person }) => `${by} hat die Rolle von ${person} in dieser Einheit beendet.`,
  unit_moved: ({ by }) =>
    `${by} hat diese Einheit unter eine andere verschoben, deren Personal jetzt mit ihr arbeiten kann.`,
  unit_deleted: ({ by }) => `${by} hat diese Einheit gelöscht.`,
  term_archived: ({ by }) => `${by} hat dieses Semester mit seinen Veranstaltungen archiviert.`,
  term_deleted: ({ by }) => `${by} hat dieses Semester gelöscht.`,
  import_confirmed: ({ by }) => `${by} hat eine Datei mit diesen Einträgen übernommen.`,
  import_undone: ({ by }) =>
    `${by} hat rückgängig gemacht, was eine Datei mit diesen Einträgen geändert hatte.`,
  requirements_changed: ({ by }) => `${by} hat geändert, welche Prüfungen jeder Termin verlangt.`,
  room_deleted: ({ by }) => `${by} hat diesen Raum gelöscht.`,
  calendar_address_created: () =>
    'Sie haben eine Adresse für Ihren Kalender erstellt. Wer sie hat, kann Ihre Termine lesen.',
  series_deleted: ({ by }) => `${by} hat eine Serie von Terminen dieser Veranstaltung gelöscht.`,
  started_class_canceled: ({ by }) =>
    `${by} hat einen Termin dieser Veranstaltung abgesagt, der schon begonnen hatte.`,
};

export const deRoles: Record<string, string> = {
  owner: 'verantwortlich',
  'co-teacher': 'weitere Lehrperson',
  substitute: 'Vertretung',
  assistant: 'Assistenz',
  auditor: 'Einsicht',
  'program-administrator': 'Programmadministration',
  'institution-administrator': 'Administration der Einrichtung',
};

import type { addStudents as english } from './add-students.en.ts';

export const addStudents: typeof english = {
  open: 'Studierende hinzufügen',
  title: 'Studierende hinzufügen',
  help: 'Geben Sie E-Mail-Adressen, Kennungen der Einrichtung, Matrikelnummern oder USNs ein. Mit Name und Adresse werden auch Personen hinzugefügt, die noch kein Konto haben.',
  file: 'CSV- oder Excel-Datei wählen oder hier ablegen',
  typed: 'Oder Personen eingeben, eine pro Zeile oder durch Kommas getrennt',
  example: 'grace@campus.example\nQ-1024, Alan Turing, alan@campus.example',
  columns: 'Spalten der Datei',
  column: { person: 'Kennung, Matrikelnummer oder USN', name: 'Name', lastName: 'Nachname', email: 'E-Mail' },
  noColumn: '–',
  check: 'Prüfen',
  submit_one: '{{count}} Person hinzufügen',
  submit_other: '{{count}} Personen hinzufügen',
  added_one: '{{count}} Person hinzugefügt',
  added_other: '{{count}} Personen hinzugefügt',
  invite: 'Personen ohne Konto einen Registrierungslink schicken',
  download: 'Zeilen mit Problemen herunterladen',
  failed: 'Die Studierenden konnten nicht hinzugefügt werden',
  empty: 'Darin steht niemand.',
  tooLarge: 'Diese Datei ist größer als 1 MB. Lassen Sie sie von Ihrer Einrichtung importieren.',
  notCsv: 'Das ist keine CSV-Datei. Wählen Sie in der Tabellenkalkulation „Als CSV speichern“.',
  oldWorkbook:
    'Das ist eine Datei von Excel 2003 oder älter (.xls). Speichern Sie sie in der Tabellenkalkulation als .xlsx oder CSV.',
  openDocument:
    'Das ist eine OpenDocument-Datei (.ods). Speichern Sie sie in der Tabellenkalkulation als .xlsx oder CSV.',
  workbook:
    'Diese Excel-Datei kann nicht gelesen werden oder ist zu groß. Wählen Sie in der Tabellenkalkulation „Als CSV speichern“.',
  encoding: 'Die Datei ist nicht in UTF-8. Prüfen Sie Namen mit Umlauten und anderen Sonderzeichen.',
  invisible: 'In diesen Zeilen wurden unsichtbare Zeichen entfernt: {{lines}}',
  lines: 'Zeilen und ihre Ergebnisse',
  line: 'Zeile',
  content: 'Person',
  result: 'Ergebnis',
  noAccount: 'Noch kein Konto',
  noAccountWhy:
    'Diese Person steht auf der Liste und hat sich noch nicht registriert. Sie können den Status von Hand setzen.',
  sendLink: 'Registrierungslink schicken',
  sendLinkTo: 'Registrierungslink schicken: {{name}}',
  sendLinks: 'Registrierungslinks schicken',
  sent_one: '{{count}} Registrierungslink geschickt',
  sent_other: '{{count}} Registrierungslinks geschickt',
  notSent_one:
    '{{count}} Link nicht geschickt, weil schon mehrere geschickt wurden. Versuchen Sie es morgen wieder.',
  notSent_other:
    '{{count}} Links nicht geschickt, weil schon mehrere geschickt wurden. Versuchen Sie es morgen wieder.',
  allRegistered: 'Alle haben schon ein Konto',
  sendFailed: 'Die Registrierungslinks konnten nicht geschickt werden',
  count: {
    added: '{{count}} werden hinzugefügt',
    created: '{{count}} werden ohne Konto hinzugefügt',
    present: '{{count}} schon auf der Liste',
    unknown: '{{count}} unbekannt',
    email_unverified: '{{count}} mit unbestätigter Adresse',
    email_taken: '{{count}} keine Studierenden',
    repeated: '{{count}} doppelt',
    unread: '{{count}} nicht lesbar',
    damaged: '{{count}} durch Excel verändert',
    skipped: '{{count}} ohne Person',
    other: '{{count}} nicht hinzugefügt',
  },
  done: {
    added: '{{count}} hinzugefügt',
    created: '{{count}} ohne Konto hinzugefügt',
  },
  outcome: {
    added: 'Bekannt, kommt auf die Liste',
    created: 'Kommt ohne Konto auf die Liste',
    present: 'Schon auf der Liste',
    unknown: 'Unbekannt. Zum Hinzufügen Name und E-Mail-Adresse angeben',
    email_unverified:
      'Diese Adresse ist nicht bestätigt. Bitten Sie die Person, sie zu bestätigen, oder die Einrichtung, die Person zu importieren',
    email_taken: 'Diese Adresse gehört jemandem, der nicht studiert',
    repeated: 'Wiederholt eine frühere Zeile',
    damaged:
      'Excel oder eine andere Tabellenkalkulation hat einen Wert verändert. Formatieren Sie die Spalte als Text und geben Sie ihn neu ein',
    skipped:
      'Diese Zeile nennt niemanden: sie steht über den Spaltennamen oder ist eine Summe oder ein Testeintrag',
    unread: 'Diese Zeile ist nicht lesbar. Prüfen Sie die Adresse und die Länge des Namens',
    other: 'Nicht hinzugefügt',
  },
};

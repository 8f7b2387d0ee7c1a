/** Refusals around units, sections and imports, by their code. */
export const campusRefusals = {
  unit_exists:
    'An dieser Stelle gibt es schon eine Einheit mit diesem Namen, oder eine andere hat diese externe ID.',
  unit_changed:
    'Diese Einheit wurde in einem anderen Fenster geändert. Laden Sie die Seite neu, bevor Sie sie ändern.',
  unit_order:
    'Eine Einheit gehört zu einer Einheit höherer Art: Hochschule, Fakultät, Fachbereich, Studiengang.',
  unit_not_empty: 'Diese Einheit hat Untereinheiten oder Kurse.',
  too_many_sections: 'Dieser Kurs hat schon so viele Gruppen, wie ein Kurs haben kann.',
  section_taught: 'In dieser Gruppe hat schon ein Termin stattgefunden.',
  section_not_empty: 'In dieser Gruppe sind Studierende. Verschieben Sie sie zuerst in eine andere.',
  last_section: 'Ein Kurs braucht mindestens eine Gruppe.',

  too_many_imports: 'Zu viele Importe sind noch nicht abgeschlossen. Verwerfen Sie zuerst einige.',
  import_source_missing: 'Wählen Sie, aus welchem System die Datei kommt: {{accepted}}.',
  import_source_unknown: 'Aus „{{found}}“ kommen keine Dateien. Möglich sind: {{accepted}}.',
  import_state: 'Dieser Import ist inzwischen weiter. Laden Sie die Seite neu.',
  line_too_long: 'Eine Zeile dieser Datei ist zu lang.',
  too_many_columns: 'Eine Datei hat höchstens 100 Spalten.',
  unreadable: 'Diese Datei hat keine Zeile, die sich als Namen von Spalten lesen lässt.',
  not_text:
    'Aus dieser Datei lässt sich keine Liste lesen. Speichern Sie sie in Ihrem Tabellenprogramm als „CSV UTF-8“ oder als Excel-Arbeitsmappe (.xlsx).',
  old_workbook:
    'Das ist eine Arbeitsmappe von Excel 2003 oder älter (.xls). Speichern Sie sie in Ihrem Tabellenprogramm als „CSV UTF-8“ oder als Excel-Arbeitsmappe (.xlsx).',
  open_document:
    'Das ist eine OpenDocument-Datei (.ods). Speichern Sie sie in Ihrem Tabellenprogramm als „CSV UTF-8“ oder als Excel-Arbeitsmappe (.xlsx).',
  broken_workbook:
    'Dieses Archiv ist keine oder eine beschädigte Excel-Arbeitsmappe. Wenn es CSV-Dateien enthält, entpacken Sie es, und wählen Sie eine davon.',
  workbook_too_large: 'Diese Excel-Arbeitsmappe ist zu groß. Speichern Sie die Liste als „CSV UTF-8“.',
  too_many_rows:
    'Diese Excel-Arbeitsmappe hat mehr als 20.000 Zeilen. Speichern Sie die Liste als „CSV UTF-8“.',
  import_applied: 'Nur ein Import, der nicht angewendet wurde, kann verworfen werden.',
  not_open: 'Diese Zeilen sind nicht mehr offen. Laden Sie die Seite neu.',
  workbook_rows: 'Eine Excel-Datei hat hier höchstens 20.000 Zeilen. Laden Sie die Liste als CSV herunter.',
  import_running:
    'Ein anderer Import wird gerade angewendet oder rückgängig gemacht. Versuchen Sie es danach noch einmal.',
  mapping: 'Wählen Sie für jedes notwendige Feld eine Spalte der Datei.',
  values: 'Für einen Wert der Datei ist eine Bedeutung gewählt, die es in diesem Feld nicht gibt.',
  not_complete: 'Eine Datei dieser Art beendet nie, was nicht in ihr steht.',
  part_size: 'Dieser Teil gehört nicht zu der angekündigten Datei.',
  upload_incomplete: 'Teile der Datei sind noch nicht angekommen.',
  preview_outdated:
    'Die Vorschau war veraltet und wurde durch eine neue ersetzt. Lesen Sie die neue und bestätigen Sie noch einmal.',
  confirm_changes:
    'Dieser Import ändert oder beendet {{changes}} Zeilen, mehr als üblich. Bestätigen Sie diese Zahl, um fortzufahren.',

  unit_role: 'Nur die Hochschule selbst hat eine Hochschulverwaltung. Wählen Sie „Studiengangsverwaltung“.',
};

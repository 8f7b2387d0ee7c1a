/** German texts about sections, series, rooms and calendars. */
export const timetableRefusals = {
  section_exists: 'Dieser Kurs hat schon eine Gruppe mit diesem Namen.',
  section_archived: 'Diese Gruppe ist archiviert. Wählen Sie eine andere.',
  section_of_other_course: 'Wählen Sie mindestens eine Gruppe aus dem Kurs dieses Termins.',
  too_many_courses: 'Ein gemeinsamer Termin kann höchstens 8 Kurse haben.',
  joint_class_has_marks:
    'In diesem Termin ist schon jemand erfasst. Deshalb kann kein Kurs herausgenommen werden.',
  move_in_future: 'Der Wechsel kann nicht in der Zukunft liegen.',
  moved_before_period:
    'Zu diesem Zeitpunkt war die Person in einer anderen Gruppe oder nicht im Kurs. Wählen Sie einen späteren.',
  session_in_series: 'Dieser Termin gehört zu einer Serie. Sagen Sie ihn ab, oder ändern Sie die Serie.',
  session_started: 'Dieser Termin hat schon begonnen.',
  no_series: 'Dieser Termin gehört zu keiner Serie.',
  series_changed: 'Diese Serie wurde gerade geändert. Prüfen Sie sie, bevor Sie speichern.',
  series_empty: 'An diesen Tagen gibt es keinen Termin.',
  series_duplicates: 'Dieser Kurs hat zu diesen Zeiten schon Termine.',
  too_many_series:
    'Ein Kurs kann höchstens 200 Serien haben, die noch nicht vorbei sind. Beenden Sie zuerst einige.',
  series_started: 'Termine dieser Serie haben schon stattgefunden. Beenden Sie die Serie stattdessen.',
  room_exists:
    'Ein anderer Raum dieses Gebäudes hat diesen Namen, oder ein anderer Raum hat diese externe ID.',
  room_changed:
    'Dieser Raum wurde in einem anderen Fenster geändert. Laden Sie die Seite neu, bevor Sie ihn ändern.',
  not_elsewhere: 'Zu wenige Personen dieses Termins sind zusammen außerhalb seines Ortes.',
  room_in_use: 'In diesem Raum sind Termine geplant.',
  too_many_reads: 'Dieser Kalender wurde zu oft abgerufen.',
};

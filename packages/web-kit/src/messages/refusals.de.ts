import { campusRefusals } from './campus-refusals.de.ts';
import { linkRefusals } from './link-refusals.de.ts';
import { mergeRefusals } from './merge-refusals.de.ts';
import { timetableRefusals } from './timetable-refusals.de.ts';

/** German texts by code. English needs none, because the messages of the server are English. */
export const refusals = {
  ...campusRefusals,
  ...linkRefusals,
  ...mergeRefusals,
  ...timetableRefusals,
  not_signed_in: 'Bitte melden Sie sich zuerst an.',
  signed_out: 'Bitte melden Sie sich erneut an.',
  not_allowed: 'Dazu sind Sie nicht berechtigt.',
  suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an Ihre Hochschule.',
  wrong_credentials: 'E-Mail-Adresse oder Passwort ist falsch',
  wrong_password: 'Das ist nicht Ihr aktuelles Passwort.',
  sign_in_locked:
    'Zu viele falsche Passwörter. Versuchen Sie es in {{minutes}} min erneut, oder lassen Sie sich einen Anmeldelink per E-Mail schicken.',
  sign_in_queued:
    'Gerade melden sich viele Personen an. Sie sind Nummer {{position}} in der Warteschlange. Bitte versuchen Sie es in {{waitSeconds}} s erneut.',
  sign_in_slowed:
    'Aus Ihrem Netz kommen viele falsche Passwörter. Neue Browser melden sich deshalb nacheinander an. Bitte versuchen Sie es in {{waitSeconds}} s erneut, oder lassen Sie sich einen Anmeldelink per E-Mail schicken.',
  fresh_proof_required:
    'Bestätigen Sie diese Änderung mit Ihrem Passwort oder einem Passkey. Wenn die Seite nicht danach fragt, melden Sie sich ab und mit Ihrem Passwort wieder an.',
  password_changed_meanwhile:
    'Ihr Passwort wurde auf einem anderen Gerät geändert. Melden Sie sich erneut an.',
  password_too_common: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
  password_too_personal:
    'Dieses Passwort besteht nur aus Ihrem Namen, Ihrer E-Mail-Adresse oder dem Namen dieses Produkts. Wählen Sie ein anderes.',
  email_taken: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
  number_taken:
    'Jemand hat hier schon diese Nummer. Prüfen Sie sie. Haben Sie sich schon einmal registriert, melden Sie sich mit jenem Konto an.',
  email_unchanged: 'Das ist bereits Ihre E-Mail-Adresse.',
  verification_elsewhere:
    'Dieser Link wurde in einem anderen Browser angefordert. Geben Sie das Passwort des Kontos ein, um die Adresse zu bestätigen.',
  too_many_links:
    'Wir haben schon mehrere Links geschickt. Sehen Sie in Posteingang und Spam-Ordner nach, oder versuchen Sie es morgen erneut.',
  invite_required:
    'Lehrkräfte brauchen zum Registrieren einen Einladungscode. Fragen Sie Ihre Hochschule danach.',
  invite_invalid:
    'Dieser Einladungscode ist falsch, verbraucht oder abgelaufen. Fragen Sie Ihre Hochschule nach einem anderen.',
  registration_closed:
    'Lehrkräfte können sich hier nicht registrieren. Bitten Sie Ihre Hochschule um ein Konto.',
  name_not_open: 'Ihren Namen können Sie nicht selbst ändern. Wenden Sie sich an Ihre Hochschule.',
  not_yourself:
    'Das können Sie nicht mit Ihrem eigenen Konto tun. Bitten Sie eine andere Person der Verwaltung.',
  not_a_student: 'Nur Studierende haben Geräte.',

  too_many_devices: 'Sie haben schon die höchste Zahl an Geräten. Bitte entfernen Sie zuerst eines.',
  too_many_passkeys: 'Sie haben schon die höchste Zahl an Passkeys. Bitte entfernen Sie zuerst einen.',
  device_taken:
    'Dieses Gerät ist mit einem anderen Schlüssel registriert. Entfernen Sie es und registrieren Sie es dann erneut.',
  passkey_taken: 'Dieser Passkey ist schon registriert.',
  passkey_invalid: 'Der Passkey konnte nicht geprüft werden. Bitte versuchen Sie es erneut.',
  passkey_not_set: 'Sie haben noch keinen Passkey. Legen Sie einen in den Sicherheitseinstellungen an.',
  no_passkey: 'Sie haben keinen Passkey. Verwenden Sie Ihr Passwort.',
  passkey_challenge_expired: 'Das hat zu lange gedauert. Bitte versuchen Sie es erneut.',
  passkey_required: 'Eine biometrische Prüfung ist nötig.',
  passkey_failed: 'Die biometrische Prüfung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  passkey_cooling_down:
    'Ihr Passkey ist neu und noch nicht nutzbar. Bitten Sie bis dahin Ihre Lehrkraft, ihn zu bestätigen oder Sie einzutragen.',
  device_cooling_down:
    'Dieses Gerät ist neu und noch nicht nutzbar. Bitten Sie bis dahin Ihre Lehrkraft, es zu bestätigen oder Sie einzutragen.',
  device_signature_missing:
    'Ihr Browser hat nicht belegt, dass dies Ihr Gerät ist. Laden Sie die Seite neu und versuchen Sie es erneut, oder registrieren Sie dieses Gerät in den Sicherheitseinstellungen.',
  device_already_used: 'Mit diesem Gerät hat sich in diesem Termin schon jemand anderes eingetragen.',
  unknown_device:
    'Dieses Gerät ist nicht für Sie registriert. Registrieren Sie es in den Sicherheitseinstellungen.',

  term_days: 'Das Semester darf nicht vor seinem Beginn enden.',
  term_too_long: 'Ein Semester dauert höchstens 400 Tage.',
  break_days: '{{name}} darf nicht vor dem Beginn enden.',
  break_outside_term: '{{name}} muss innerhalb des Semesters liegen.',
  breaks_overlap: '{{name}} und {{other}} überschneiden sich.',
  term_exists: 'Ein anderes Semester hat schon diesen Namen oder diese externe ID.',
  term_changed:
    'Dieses Semester wurde in einem anderen Fenster geändert. Laden Sie die Seite neu, bevor Sie es ändern.',
  term_archived: 'Dieses Semester ist archiviert. Wählen Sie ein anderes.',
  term_not_empty: 'Dieses Semester hat Kurse. Archivieren Sie es stattdessen.',
  same_term: 'Wählen Sie ein anderes Semester.',
  copying:
    'Es werden noch Kurse eines anderen Semesters in dieses kopiert. Versuchen Sie es gleich noch einmal.',
  course_term_archived:
    'Das Semester dieses Kurses ist archiviert. Bitten Sie die Verwaltung, es wiederherzustellen, oder verschieben Sie den Kurs in ein anderes Semester.',
  course_exists: 'Sie haben schon einen Kurs mit diesem Code und dieser Gruppe.',
  course_changed:
    'Dieser Kurs wurde in einem anderen Fenster geändert. Laden Sie die Seite neu, bevor Sie ihn ändern.',
  no_such_teacher:
    'Keine Lehrkraft hat diese E-Mail-Adresse bestätigt oder diese Personalnummer. Fragen Sie die Person, mit welcher Adresse sie sich anmeldet.',
  too_many_lookups: 'Zu viele unbekannte Personen. Versuchen Sie es in {{minutes}} min erneut.',
  too_many_new_people:
    'Sie haben heute so viele Personen ohne Konto aufgenommen, wie erlaubt ist. Bitten Sie Ihre Einrichtung, weitere zu importieren.',
  too_many_nameless:
    'Sie haben heute zu viele Personen ohne Namen gesucht. Ergänzen Sie die Namen in Ihrer Liste, oder versuchen Sie es morgen erneut.',
  is_owner: 'Dieser Person gehört der Kurs. Übergeben Sie den Kurs zuerst.',
  on_staff: 'Diese Person gehört schon zum Lehrteam. Ändern Sie stattdessen die Rolle oder die Tage.',
  too_many_staff: 'Ein Lehrteam hat höchstens 50 Personen.',
  has_unit_role:
    'Diese Person hat schon eine Rolle in dieser Einheit. Ändern Sie stattdessen die Rolle oder die Tage.',
  too_many_unit_staff: 'Eine Einheit hat höchstens 50 Personen mit einer Rolle.',
  their_course_exists:
    'Diese Person hat schon einen Kurs mit diesem Code und dieser Gruppe. Ändern Sie zuerst die Gruppe.',
  course_archived: 'Dieser Kurs ist archiviert. Stellen Sie ihn zuerst wieder her.',
  course_not_empty: 'Dieser Kurs ist nicht leer. Archivieren Sie ihn stattdessen.',
  approval_required: 'Ihre Lehrkraft muss Sie zulassen. Laden Sie die Seite neu, um darum zu bitten.',
  enrollment_archived: 'Dieser Kurs ist archiviert. Fragen Sie Ihre Lehrkraft.',
  roster_archived: 'Dieser Kurs ist archiviert. Niemand wird mehr aufgenommen oder ausgetragen.',
  enrollment_closed:
    'Dieser Kurs nimmt keine Einschreibungen an. Bitten Sie Ihre Lehrkraft, Sie aufzunehmen.',
  enrollment_key_required: 'Geben Sie den Einschreibeschlüssel dieses Kurses ein.',
  wrong_enrollment_key: 'Dieser Einschreibeschlüssel ist falsch.',
  too_many_keys: 'Zu viele falsche Einschreibeschlüssel. Versuchen Sie es in {{minutes}} min erneut.',
  enrollment_removed:
    'Ihre Lehrkraft hat Sie aus diesem Kurs entfernt. Bitten Sie darum, wieder aufgenommen zu werden.',
  invitation_required: 'Für diesen Kurs brauchen Sie einen Einladungslink. Bitten Sie Ihre Lehrkraft darum.',
  invitation_invalid:
    'Dieser Einladungslink ist nicht mehr gültig. Bitten Sie Ihre Lehrkraft um einen neuen.',
  leaving_not_allowed: 'Diesen Kurs können Sie nicht selbst verlassen. Wenden Sie sich an Ihre Lehrkraft.',
  joined_too_often: 'Dieser Kurs wurde zu oft betreten und wieder verlassen.',
  too_many_enrollment_requests:
    'Zu viele Anfragen warten auf eine Antwort. Wenden Sie sich an Ihre Lehrkraft.',
  no_classes:
    'Ein Kalender zeigt die Termine, die jemand unterrichtet oder besucht. Eine Administratorin oder ein Administrator hat keine.',
  no_unit_role: 'Das sehen nur Personen mit einer Rolle in einer Einheit.',
  too_many_guests:
    'Für weitere Gäste ist in diesem Termin kein Platz. Bitten Sie Ihre Lehrkraft, Sie aufzunehmen.',
  too_many_unproven_guests:
    'Für weitere Gäste ohne bestätigte E-Mail-Adresse ist in diesem Termin kein Platz. Bestätigen Sie Ihre Adresse, oder bitten Sie Ihre Lehrkraft, Sie aufzunehmen.',
  left_course: 'Diese Person hat den Kurs nach dem Versuch verlassen.',
  not_enrolled: 'Für diesen Kurs besteht keine Einschreibung.',

  session_canceled: 'Dieser Termin wurde abgesagt.',
  session_ended: 'Dieser Termin ist beendet.',
  session_not_begun: 'Dieser Termin hat noch nicht begonnen.',
  session_not_ended: 'Dieser Termin ist noch nicht beendet.',
  session_not_open: 'Dieser Code gilt noch nicht. Sie können sich ab dem Beginn des Termins eintragen.',
  code_not_open: 'Dieser Code öffnet {{minutes}} min vor Beginn des Termins.',
  class_not_running: 'Dieser Termin läuft nicht.',
  session_not_live: 'Dieser Termin zeigt keinen Live-Code.',
  session_not_running: 'Geräte und Passkeys können Sie nur bestätigen, während der Termin läuft.',
  session_has_marks:
    'In diesem Termin sind Studierende eingetragen, deshalb kann er nicht gelöscht werden. Sagen Sie ihn stattdessen ab.',
  session_changed: 'Dieser Termin wurde gerade geändert. Prüfen Sie ihn, bevor Sie speichern.',
  changed_too_often: 'Dieser Termin wurde zu oft geändert.',
  series_changed_too_often: 'Diese Serie wurde zu oft geändert.',
  reopen_too_late:
    'Ein abgesagter Termin kann nur innerhalb eines Tages wieder geöffnet werden. Legen Sie stattdessen einen neuen an.',

  invalid_code: 'Der QR-Code ist ungültig oder der Termin wurde nicht gefunden',
  too_many_codes: 'Zu viele falsche Codes. Versuchen Sie es in {{minutes}} min erneut.',
  scan_expired: 'Ihr Scan ist abgelaufen. Bitte scannen Sie den Code erneut.',
  ticket_invalid: 'Ihr Scan ist abgelaufen. Bitte scannen Sie den Code erneut.',
  scan_not_yours: 'Dieser Code wurde mit einem anderen Browser gescannt. Bitte scannen Sie ihn mit diesem.',
  ticket_other_browser:
    'Dieser Code wurde mit einem anderen Browser gescannt. Bitte scannen Sie ihn mit diesem.',
  ticket_not_yours: 'Dieser Scan gehört zu einer anderen Person. Bitte scannen Sie den Code.',
  scan_unsigned:
    'Ihr Browser hat diesen Scan nicht signiert, aber dieser Termin verlangt es. Laden Sie die Seite neu, oder nehmen Sie einen anderen Browser.',
  sign_in_first:
    'Ihr Browser hat diesen Scan nicht signiert. Melden Sie sich zuerst an und scannen Sie dann den Code.',
  words_for_members:
    'Nur Studierende dieses Kurses können die Wörter eingeben. Scannen Sie den Code mit der Kamera.',
  words_used:
    'Diese Wörter wurden schon auf einem anderen Gerät benutzt. Geben Sie die Wörter ein, die gerade zu sehen sind.',
  burst_code_needed:
    'Dieser Termin zeigt einen Live-Code. Scannen Sie ihn in der App, oder geben Sie die zwei Wörter daneben ein.',
  burst_sequence_implausible:
    'Der Code wurde nicht in einem Zug gelesen. Halten Sie das Handy ruhig und scannen Sie erneut.',
  burst_sequence_late: 'Der Code kam zu spät bei uns an. Prüfen Sie Ihre Verbindung und scannen Sie erneut.',
  location_required: 'Für diesen Termin wird der Standort geprüft.',
  location_inaccurate:
    'Ihr Standort ist nur auf {{accuracy}} m genau, nötig sind {{radius}} m. Schalten Sie den genauen Standort und WLAN ein, gehen Sie an ein Fenster und versuchen Sie es erneut.',
  outside_radius:
    'Sie sind {{distance}} m vom Raum entfernt. Eintragen können Sie sich im Umkreis von {{radius}} m.',
  outside_network:
    'Für diesen Termin ist das Netz der Hochschule nötig. Verbinden Sie sich mit deren WLAN und versuchen Sie es erneut.',
  too_many_places:
    'Ihr Standort wurde zu oft geprüft. Versuchen Sie es in {{minutes}} min erneut, und zwar im Raum.',
  pin_required: 'Ihre Anwesenheits-PIN ist nötig.',
  pin_not_set: 'Sie haben keine gültige PIN. Legen Sie in den Sicherheitseinstellungen eine fest.',
  pin_locked: 'Zu viele falsche PINs. Versuchen Sie es in {{minutes}} min erneut.',
  wrong_pin: 'Die PIN ist falsch. Verbleibende Versuche: {{triesLeft}}.',
  selfie_required: 'Ein Selfie ist nötig.',
  selfie_reused: 'Dieses Selfie wurde schon benutzt. Nehmen Sie ein neues auf.',
  selfie_invalid: 'Dieses Selfie kann nicht verwendet werden. Nehmen Sie ein neues auf.',
  selfie_consent_missing:
    'Ein Selfie ist nötig, und Sie haben der Aufbewahrung von Selfies nicht zugestimmt. Stimmen Sie in den Sicherheitseinstellungen zu, oder lassen Sie sich von Ihrer Lehrkraft prüfen.',
  decided_by_teacher:
    'Ihre Lehrkraft hat Sie in diesem Termin schon eingetragen. Wenn das falsch ist, melden Sie das Problem in Ihrer Anwesenheitsübersicht.',
  presence_check_off: 'Dieser Termin hat keine Anwesenheitskontrolle.',
  no_presence_check: 'Als Sie diesen Code gescannt haben, lief keine Anwesenheitskontrolle.',
  presence_check_needs_proofs: 'Bestätigen Sie zum Antworten, dass Sie es sind.',

  already_marked: 'In diesem Termin gibt es für diese Person schon einen Eintrag. Korrigieren Sie ihn.',
  mark_changed: 'Dieser Eintrag wurde gerade geändert. Prüfen Sie ihn, bevor Sie entscheiden.',
  dispute_open: 'Das haben Sie schon gemeldet. Warten Sie auf die Antwort Ihrer Lehrkraft.',
  no_open_dispute: 'Zu diesem Eintrag ist kein Problem gemeldet.',
  too_many_resets:
    'In diesem Termin können Sie die Sperre nicht noch einmal aufheben. Tragen Sie die Person ein, oder warten Sie, bis die Sperre endet.',
  receipts_off: 'Ihre Hochschule stellt keine Belege aus.',
  receipt_altered: 'Dieser Beleg ist nicht echt: Er wurde nachträglich verändert oder nie ausgestellt.',
  receipt_unknown_issuer: 'Dieser Beleg wurde nicht hier ausgestellt. Prüfen Sie ihn beim Aussteller.',
  receipt_unreadable: 'Das ist kein Anwesenheitsbeleg. Prüfen Sie, ob alles kopiert wurde.',

  not_found: 'Das wurde nicht gefunden.',
  busy: 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  too_many_at_once: 'Ihre letzten Anfragen laufen noch. Versuchen Sie es gleich noch einmal.',
  overloaded: 'Das tun gerade zu viele Personen. Bitte versuchen Sie es gleich noch einmal.',
  too_many_requests: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
  too_many_streams_of_network:
    'In Ihrem Netz sind zu viele Live-Ansichten offen. Versuchen Sie es später erneut.',
  too_large: 'Das ist zu groß.',
  too_many_streams: 'Zu viele Live-Ansichten sind offen. Schließen Sie einige davon.',
  too_slow: 'Die Anfrage kam zu langsam an. Bitte versuchen Sie es erneut.',
  try_again: 'Das ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
  internal: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
  upstream_unavailable:
    'Dieser Teil des Systems ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
};

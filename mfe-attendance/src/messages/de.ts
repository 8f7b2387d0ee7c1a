import { selfie } from './selfie.de.ts';
import type { texts as english } from './en.ts';

export const texts: typeof english = {
  toDashboard: 'Zurück zur Übersicht',
  session: {
    courseCode: 'Kurskürzel',
    date: 'Datum',
    start: 'Beginn',
    end: 'Ende',
    teacher: 'Lehrperson',
    location: 'Standortprüfung',
    locationRequired: 'erforderlich (im Umkreis von {{radius}} m)',
  },
  load: {
    failedHint: 'Codes wechseln oft. Scannen Sie den, der jetzt zu sehen ist.',
    offline: 'Der Server ist nicht zu erreichen.',
    offlineHint: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  },
  wait: {
    title: 'Dieser Termin beginnt {{at}}',
    explain: 'Bleiben Sie auf dieser Seite. Sobald der Termin beginnt, können Sie sich eintragen.',
    notOpen: 'Sein Code ist noch nicht offen. Scannen Sie den Code kurz vor dem Beginn noch einmal.',
  },
  teacher: {
    title: 'Nur Studierende tragen ihre Anwesenheit ein',
    explain: 'Sie sind als Lehrperson angemeldet. Dies sehen Ihre Studierenden, wenn sie Ihren Code scannen.',
  },
  steps: {
    label: 'Schritte',
    join: 'Beitritt',
    'set-up': 'Vorab',
    location: 'Standort',
    selfie: 'Selfie',
    mark: 'Eintragen',
    done: 'erledigt',
  },
  setUp: {
    title: 'Bevor Sie sich eintragen können',
    explain: 'Das ist nur einmal nötig. Ihr Scan bleibt so lange erhalten.',
    pin: 'Eine PIN für die Anwesenheit setzen',
    pinWhy: 'Damit sich niemand an Ihrer Stelle einträgt.',
    device: 'Dieses Gerät registrieren',
    deviceWhy: 'Eintragen können Sie sich nur mit Ihren eigenen Geräten.',
    passkey: 'Einen Passkey anlegen',
    passkeyWhy: 'Damit Ihr Gerät Sie an Fingerabdruck oder Gesicht erkennt.',
    passkeyByTeacher:
      'Ihre Lehrperson verlangt ihn für diesen Termin. Kann Ihr Gerät keinen haben, wenden Sie sich an Ihre Lehrperson: Sie kann Sie manuell eintragen.',
    cooling: 'Dieses Gerät zählt ab {{when}}',
    coolingWhy:
      'Es hat ein entferntes Gerät ersetzt. Nehmen Sie bis dahin ein anderes Ihrer Geräte, oder wenden Sie sich an Ihre Lehrperson: Sie kann Sie manuell eintragen.',
    action: 'Einstellungen öffnen',
    newPin: 'Neue PIN (4 bis 12 Ziffern)',
    saveAndMark: 'Speichern und Anwesenheit erfassen',
    saveAndGoOn: 'Speichern und weiter',
    failed: 'Das konnte nicht gespeichert werden. Versuchen Sie es noch einmal.',
  },
  join: {
    title: 'Sie sind noch nicht in diesem Kurs',
    why: 'Treten Sie bei, um Ihre Anwesenheit zu erfassen. Ihr Scan bleibt erhalten.',
    whyKey: 'Geben Sie den Schlüssel Ihrer Lehrperson ein, um beizutreten. Ihr Scan bleibt erhalten.',
    key: 'Einschreibeschlüssel',
    keyMissing: 'Geben Sie den Einschreibeschlüssel ein',
    action: '{{course}} beitreten und erfassen',
    unknown: 'Es konnte nicht geprüft werden, ob Sie diesem Kurs beitreten können.',
    checkAgain: 'Noch einmal prüfen',
    cannot: {
      INVITATION:
        'Sie brauchen einen Einladungslink. Bitten Sie Ihre Lehrperson darum und prüfen Sie es dann noch einmal.',
      CLOSED:
        'Für diesen Kurs kann man sich nicht einschreiben. Bitten Sie Ihre Lehrperson, Sie aufzunehmen, und prüfen Sie es dann noch einmal.',
      REMOVED:
        'Ihre Lehrperson hat Sie aus diesem Kurs entfernt. Bitten Sie sie, Sie wieder aufzunehmen, und prüfen Sie es dann noch einmal.',
      other: 'Bitten Sie Ihre Lehrperson, Sie aufzunehmen, und prüfen Sie es dann noch einmal.',
    },
  },
  location: {
    title: 'Standortprüfung erforderlich',
    why: 'Eingetragen wird im Raum. Ihr Standort dient nur dieser Prüfung und wird nicht gespeichert.',
    action: 'Meinen Standort prüfen',
    checking: 'Ihr Standort wird ermittelt …',
    checkFailed: 'Ihr Standort konnte nicht geprüft werden. Bitte versuchen Sie es erneut.',
    reason: {
      refused: 'diese Seite darf ihn nicht erfahren',
      unavailable: 'Ihr Gerät kennt ihn nicht',
      timeout: 'es hat zu lange gedauert',
    },
    hint: {
      refused:
        'Erlauben Sie dieser Seite in den Einstellungen des Browsers den Standort und versuchen Sie es dann erneut.',
      unavailable: 'Schalten Sie auf Ihrem Gerät den Standort ein und versuchen Sie es dann erneut.',
      timeout: 'Gehen Sie ans Fenster oder schalten Sie WLAN ein und versuchen Sie es dann erneut.',
    },
  },
  selfie,
  pin: {
    title: 'PIN-Prüfung',
    why: 'Ihre PIN zeigt, dass Sie selbst dieses Telefon in der Hand haben.',
    label: 'PIN',
    missing: 'Geben Sie Ihre PIN ein',
  },
  mark: {
    title: 'Anwesenheit eintragen',
    greeting: 'Guten Tag, {{name}}, Sie tragen gleich Ihre Anwesenheit im Kurs {{course}} ein.',
    passkey: 'Ihr Telefon fragt dann nach Fingerabdruck oder Gesicht.',
    withoutSelfie: 'Statt eines Selfies schaut Ihre Lehrperson im Raum nach Ihnen.',
    action: 'Anwesenheit eintragen',
  },
  processing: 'Ihre Anwesenheit wird eingetragen …',
  delivery: {
    notSent: 'Noch nicht gesendet',
    notConfirmed: 'Noch nicht bestätigt',
    trouble: {
      offline: 'Dieses Telefon hat keine Verbindung.',
      'no-answer': 'Der Server hat nicht geantwortet.',
      busy: 'Der Server ist überlastet.',
    },
    waiting: 'Nächster Versuch in {{seconds}} s',
    sending: 'Wird gesendet …',
    tryNow: 'Jetzt versuchen',
    kept: 'Bleiben Sie auf dieser Seite. Wird sie neu geladen, geht das Senden von selbst weiter.',
    notKept: 'Bleiben Sie auf dieser Seite, und laden Sie sie nicht neu.',
    confirm: {
      title: 'Bestätigen Sie, dass Sie es sind',
      why: 'Ihr Eintrag ist noch nicht durchgekommen. Er braucht Fingerabdruck oder Gesicht, und das gilt nur eine Minute.',
      action: 'Bestätigen und senden',
    },
    ranOut: 'Ihr Scan ist abgelaufen, bevor der Server geantwortet hat.',
  },
  success: {
    title: 'Anwesenheit eingetragen!',
    name: 'Name',
    course: 'Kurs',
    time: 'Zeit',
    status: 'Status',
    withoutSelfie: 'Statt eines Selfies schaut Ihre Lehrperson im Raum nach Ihnen.',
    action: 'Zur Übersicht',
  },
  /** To who scans once more, by the mark's status. */
  marked: {
    PRESENT: 'Sie sind als anwesend eingetragen, {{time}}',
    LATE: 'Sie sind als verspätet eingetragen, {{time}}',
    ABSENT: 'Sie sind als abwesend eingetragen',
    EXCUSED: 'Sie sind entschuldigt',
    other: 'Sie sind eingetragen',
  },
  error: {
    title: 'Fehler',
    retry: 'Erneut versuchen',
    scan: 'Erneut scannen',
    security: 'Einstellungen öffnen',
    enroll: 'In Kurse einschreiben',
    noPasskeyHere:
      'Nehmen Sie ein Gerät von Ihnen, das einen Passkey hat, oder wenden Sie sich an Ihre Lehrperson: Sie kann Sie manuell eintragen.',
    hint: {
      offline: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut. Ihre Eingaben bleiben erhalten.',
      not_answered:
        'Scannen Sie den Code, der jetzt zu sehen ist. Sollte Ihr Eintrag trotzdem angekommen sein, zählen Sie nur einmal.',
      ticket_invalid: 'Scannen Sie den Code, der jetzt zu sehen ist.',
      ticket_not_yours: 'Scannen Sie den Code mit Ihrem eigenen Telefon und unter Ihrem eigenen Namen.',
      session_ended:
        'Eintragen können Sie sich nur, solange der Termin läuft. Wenn Sie da waren, sprechen Sie mit Ihrer Lehrperson.',
      session_canceled: 'Fragen Sie Ihre Lehrperson, wenn das nicht stimmt.',
      session_not_begun: 'Warten Sie auf den Beginn und versuchen Sie es dann erneut.',
      not_enrolled: 'Treten Sie dem Kurs bei. Ihr Scan und Ihre Eingaben bleiben erhalten.',
      device_already_used:
        'Ein Gerät gilt je Termin für eine Person. Nehmen Sie Ihr eigenes, oder sprechen Sie mit Ihrer Lehrperson.',
      unknown_device: 'Ihr Scan bleibt erhalten, während Sie es registrieren.',
      device_cooling_down:
        'Nehmen Sie bis dahin ein anderes Ihrer Geräte, oder wenden Sie sich an Ihre Lehrperson: Sie kann Sie manuell eintragen.',
      device_signature_missing:
        'Öffnen Sie diese Seite unter ihrer https-Adresse in einem gewöhnlichen, nicht privaten Fenster und versuchen Sie es dann erneut. Oder wenden Sie sich an Ihre Lehrperson: Sie kann Sie manuell eintragen.',
      outside_network:
        'Verbinden Sie sich mit dem WLAN des Campus, schalten Sie ein VPN aus und versuchen Sie es dann erneut.',
      location_inaccurate:
        'Gehen Sie ans Fenster, schalten Sie WLAN und den genauen Standort ein und versuchen Sie es dann erneut.',
      pin_locked: 'Scannen Sie den Code danach erneut: Ein Scan gilt fünf Minuten.',
      pin_not_set: 'Ihr Scan bleibt erhalten, während Sie sie setzen.',
      passkey_not_set: 'Legen Sie dort einen Passkey an. Ihr Scan bleibt so lange erhalten.',
      passkey_required: 'Versuchen Sie es erneut: Ihr Telefon fragt dann nach Fingerabdruck oder Gesicht.',
      passkey_failed: 'Nehmen Sie den Finger oder das Gesicht, mit dem Sie dieses Telefon entsperren.',
      passkey_cancelled:
        'Bestätigen Sie, wenn Ihr Telefon nach Fingerabdruck oder Gesicht fragt. Hat es noch keinen Passkey, legen Sie in den Sicherheitseinstellungen einen an.',
      passkey_unsupported:
        'Öffnen Sie diese Seite auf Ihrem Telefon, oder schalten Sie die biometrische Prüfung in den Sicherheitseinstellungen ab.',
    },
  },
};

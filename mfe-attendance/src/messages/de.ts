import { join } from './join.de.ts';
import { selfie } from './selfie.de.ts';
import type { texts as english } from './en.ts';

export const texts: typeof english = {
  toDashboard: 'Zurück zur Übersicht',
  session: {
    courseCode: 'Kurscode',
    date: 'Datum',
    start: 'Beginn',
    end: 'Ende',
    teacher: 'Lehrkraft',
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
    notOpen: 'Sie können sich ab dem Beginn eintragen. Scannen Sie dann den Code auf dem Bildschirm erneut.',
  },
  teacher: {
    title: 'Nur Studierende tragen ihre Anwesenheit ein',
    explain: 'Sie sind als Lehrkraft angemeldet. Dies sehen Ihre Studierenden, wenn sie Ihren Code scannen.',
  },
  steps: {
    label: 'Schritte',
    join: 'Beitritt',
    'set-up': 'Einrichten',
    location: 'Standort',
    selfie: 'Selfie',
    mark: 'Eintragen',
    done: 'erledigt',
  },
  setUp: {
    title: 'Bevor Sie sich eintragen können',
    explain: 'Das ist nur einmal nötig. Ihr Scan bleibt gespeichert.',
    pin: 'Eine PIN für die Anwesenheit festlegen',
    pinWhy: 'Damit sich niemand für Sie einträgt.',
    device: 'Dieses Gerät registrieren',
    deviceWhy: 'Eintragen können Sie sich nur mit Ihren eigenen Geräten.',
    passkey: 'Einen Passkey anlegen',
    passkeyWhy: 'Damit Ihr Gerät Sie an Fingerabdruck oder Gesicht erkennt.',
    passkeyByTeacher:
      'Dieser Termin verlangt einen Passkey. Wenn Ihr Gerät keinen Passkey verwenden kann, bitten Sie Ihre Lehrkraft, Sie manuell einzutragen.',
    cooling: 'Dieses Gerät gilt ab {{when}}',
    coolingPasskey: 'Ihr Passkey gilt ab {{when}}',
    coolingWhy:
      'Neue Geräte und Passkeys haben eine Wartezeit. Verwenden Sie bis dahin ein anderes Ihrer Geräte oder zeigen Sie diese Seite Ihrer Lehrkraft.',
    askTeacher: 'Die Lehrkraft um Bestätigung bitten',
    action: 'Sicherheitseinstellungen öffnen',
    newPin: 'Neue PIN (4 bis 12 Ziffern)',
    saveAndMark: 'Speichern und Anwesenheit eintragen',
    saveAndGoOn: 'Speichern und weiter',
    failed: 'Das konnte nicht gespeichert werden. Versuchen Sie es noch einmal.',
  },
  join,
  location: {
    title: 'Standortprüfung erforderlich',
    why: 'Sie können sich nur im Raum eintragen. Ihr Standort dient nur dieser Prüfung und wird nicht gespeichert.',
    action: 'Meinen Standort prüfen',
    checking: 'Ihr Standort wird ermittelt …',
    checkFailed: 'Ihr Standort konnte nicht geprüft werden. Bitte versuchen Sie es erneut.',
    approximate:
      'Ihr Handy teilt nur einen ungefähren Standort mit (±\u00a0{{accuracy}}). Schalten Sie für diesen Browser den genauen Standort ein und versuchen Sie es dann erneut.',
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
    why: 'Ihre PIN bestätigt, dass Sie selbst dieses Handy benutzen.',
    label: 'PIN',
    missing: 'Geben Sie Ihre PIN ein',
  },
  mark: {
    title: 'Anwesenheit eintragen',
    greeting: 'Guten Tag, {{name}}, Sie tragen gleich Ihre Anwesenheit im Kurs {{course}} ein.',
    passkey: 'Ihr Handy fragt dann nach Fingerabdruck oder Gesicht.',
    withoutSelfie: 'Statt eines Selfies prüft Ihre Lehrkraft Ihre Anwesenheit.',
    action: 'Anwesenheit eintragen',
  },
  processing: 'Ihre Anwesenheit wird eingetragen …',
  delivery: {
    notSent: 'Noch nicht gesendet',
    notConfirmed: 'Noch nicht bestätigt',
    trouble: {
      offline: 'Dieses Handy hat keine Verbindung.',
      'no-answer': 'Der Server hat nicht geantwortet.',
      busy: 'Der Server ist überlastet.',
    },
    waiting: 'Nächster Versuch in {{seconds}} s',
    sending: 'Wird gesendet …',
    tryNow: 'Jetzt versuchen',
    kept: 'Bleiben Sie auf dieser Seite. Wird sie neu geladen, geht das Senden automatisch weiter.',
    notKept: 'Bleiben Sie auf dieser Seite und laden Sie sie nicht neu.',
    confirm: {
      title: 'Bestätigen Sie, dass Sie es sind',
      why: 'Ihr Eintrag wurde noch nicht gesendet. Bestätigen Sie mit Fingerabdruck oder Gesicht. Das gilt eine Minute.',
      action: 'Bestätigen und senden',
    },
    ranOut: 'Ihr Scan ist abgelaufen, bevor der Server geantwortet hat.',
  },
  otherSection: {
    title_one: 'Dieser Termin ist für Gruppe {{covered}}; Sie sind in {{own}}.',
    title_other: 'Dieser Termin ist für die Gruppen {{covered}}; Sie sind in {{own}}.',
    why: 'Ihre Anwesenheit wird festgehalten und zählt nicht.',
  },
  success: {
    guest: 'Sie sind als Gast eingetragen. Das zählt nicht.',
    guestHelp: 'Ihre Lehrkraft kann Sie in den Kurs aufnehmen.',
    reload: 'Der Server hat Ihre Anwesenheit erfasst. Laden Sie die Seite neu, um den Eintrag zu sehen.',
    title: 'Anwesenheit eingetragen!',
    name: 'Name',
    course: 'Kurs',
    time: 'Zeit',
    status: 'Status',
    withoutSelfie: 'Statt eines Selfies prüft Ihre Lehrkraft Ihre Anwesenheit.',
    presenceCheck: 'Anwesenheitskontrolle beantwortet, {{time}}',
    asksAgain: 'Bei diesem Termin wird noch einmal abgefragt. Achten Sie auf den Bildschirm.',
    action: 'Zur Übersicht',
  },
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
    security: 'Sicherheitseinstellungen öffnen',
    enroll: 'In Kurse einschreiben',
    noPasskeyHere:
      'Verwenden Sie eines Ihrer Geräte, das einen Passkey hat, oder bitten Sie Ihre Lehrkraft, Sie manuell einzutragen.',
    hint: {
      offline: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut. Ihre Eingaben bleiben erhalten.',
      not_answered:
        'Scannen Sie den Code, der jetzt zu sehen ist. Falls Ihr Eintrag doch angekommen ist, zählt er nur einmal.',
      ticket_invalid: 'Scannen Sie den Code, der jetzt zu sehen ist. Ihre Angaben bleiben erhalten.',
      ticket_not_yours: 'Scannen Sie den Code mit Ihrem eigenen Handy, angemeldet mit Ihrem eigenen Konto.',
      session_ended:
        'Eintragen können Sie sich nur, solange der Termin läuft. Wenn Sie da waren, bitten Sie Ihre Lehrkraft, Sie einzutragen.',
      session_canceled: 'Fragen Sie Ihre Lehrkraft, wenn das nicht stimmt.',
      session_not_begun: 'Warten Sie auf den Beginn und versuchen Sie es dann erneut.',
      not_enrolled: 'Treten Sie dem Kurs bei. Ihr Scan und Ihre Eingaben bleiben gespeichert.',
      device_already_used:
        'Mit einem Gerät kann sich je Termin nur eine Person eintragen. Verwenden Sie Ihr eigenes oder sprechen Sie mit Ihrer Lehrkraft.',
      unknown_device: 'Ihr Scan bleibt gespeichert, während Sie es registrieren.',
      device_cooling_down:
        'Verwenden Sie bis dahin ein anderes Ihrer Geräte oder bitten Sie Ihre Lehrkraft, Sie manuell einzutragen.',
      device_signature_missing:
        'Öffnen Sie diese Seite unter ihrer https-Adresse in einem normalen, nicht privaten Fenster und versuchen Sie es dann erneut. Oder bitten Sie Ihre Lehrkraft, Sie manuell einzutragen.',
      outside_network:
        'Verbinden Sie sich mit dem WLAN des Campus, schalten Sie ein VPN aus und versuchen Sie es dann erneut.',
      location_inaccurate:
        'Gehen Sie ans Fenster, schalten Sie WLAN und den genauen Standort ein und versuchen Sie es dann erneut.',
      pin_locked:
        'Scannen Sie den Code danach erneut, oder bitten Sie Ihre Lehrkraft, die Sperre aufzuheben.',
      pin_not_set: 'Ihr Scan bleibt gespeichert, während Sie sie festlegen.',
      passkey_not_set: 'Legen Sie dort einen Passkey an. Ihr Scan bleibt gespeichert.',
      passkey_required: 'Versuchen Sie es erneut: Ihr Handy fragt dann nach Fingerabdruck oder Gesicht.',
      passkey_failed: 'Verwenden Sie den Finger oder das Gesicht, mit dem Sie dieses Handy entsperren.',
      passkey_cancelled:
        'Bestätigen Sie, wenn Ihr Handy nach Fingerabdruck oder Gesicht fragt. Hat es noch keinen Passkey, legen Sie in den Sicherheitseinstellungen einen an.',
      passkey_unsupported:
        'Öffnen Sie diese Seite auf Ihrem Handy oder schalten Sie die biometrische Prüfung in den Sicherheitseinstellungen aus.',
    },
  },
};

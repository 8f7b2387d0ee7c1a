import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'QR-Anwesenheit',
  shortTitle: 'QR-Anwesenheit',
  tagline: 'Anwesenheit per QR-Code, einfach gemacht für Hochschulen und Schulen',
  offline:
    'Sie sind offline. Was Sie sehen, kann veraltet sein, und gesendet wird erst wieder etwas, wenn die Verbindung zurück ist.',
  startedOver:
    'Sie sind jetzt als {{name}} angemeldet: In einem anderen Tab dieses Browsers hat sich jemand angemeldet.',
  skip: 'Zum Inhalt',
  nav: {
    main: 'Hauptnavigation',
    home: 'Startseite',
    login: 'Anmelden',
    register: 'Registrieren',
    logout: 'Abmelden',
    account: 'Mein Konto',
    administration: 'Verwaltung',
    teaching: 'Lehre',
  },
  settings: {
    open: 'Darstellung und Sprache',
    appearance: 'Darstellung',
    system: 'Wie auf dem Gerät',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
  },
  home: {
    welcome: 'Willkommen, {{name}}!',
    areas: {
      TEACHER: 'Zur Übersicht für Lehrkräfte',
      STUDENT: 'Zur Übersicht für Studierende',
      ADMIN: 'Zur Verwaltung',
      other: 'Zu meinem Konto',
    },
    steps: {
      show: { title: 'Zeigen', text: 'Die Lehrkraft zeigt einen Code, der ständig wechselt.' },
      scan: { title: 'Scannen', text: 'Alle im Raum scannen ihn und weisen so nach, dass sie da sind.' },
      see: { title: 'Sehen', text: 'Die Lehrkraft sieht sofort, wer da ist.' },
    },
  },
  login: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft …',
    toRegister: 'Noch kein Konto? Registrieren',
    forgot: 'Passwort vergessen?',
    locked:
      'Zu viele Anmeldeversuche. Versuchen Sie es in {{time}} erneut oder lassen Sie sich einen Anmeldelink schicken.',
    link: 'Anmeldelink schicken',
    notes: {
      passwordReset: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
      signedOutEverywhere: 'Sie sind auf allen Geräten abgemeldet.',
      erased: 'Ihr Konto ist gelöscht.',
    },
  },
  queue: {
    place: 'Sie sind Nummer {{position}} in der Warteschlange. Neuer Versuch in {{seconds}} s.',
    turn: 'Sie sind an der Reihe. Sie werden angemeldet …',
    slowed:
      'Aus Ihrem Netz kommen viele falsche Passwörter. Neue Browser melden sich deshalb nacheinander an. Ein Anmeldelink per E-Mail wirkt sofort.',
    stay: 'Bleiben Sie auf dieser Seite. Es geht automatisch weiter.',
    leave: 'Nicht mehr warten',
  },
  register: {
    title: 'Registrieren',
    name: 'Vollständiger Name',
    email: 'E-Mail',
    password: 'Passwort',
    confirm: 'Passwort wiederholen',
    passwordHelp: 'Mindestens {{min}} Zeichen. Häufig benutzte Passwörter werden nicht angenommen.',
    inviteCode: 'Einladungscode',
    inviteHelp: 'Sie bekommen ihn von Ihrer Einrichtung.',
    teachersClosed: 'Sie sind Lehrkraft? Bitte fragen Sie Ihre Einrichtung nach einem Konto.',
    userType: 'Ich bin',
    department: 'Fachbereich',
    choose: 'Bitte wählen …',
    usn: 'USN',
    usnHelp: 'Ihre Nummer an der Universität (University Seat Number).',
    regNo: 'Matrikelnummer',
    semester: 'Semester',
    employeeId: 'Personalnummer',
    submit: 'Registrieren',
    busy: 'Registrierung läuft …',
    toLogin: 'Schon registriert? Anmelden',
    emailTaken:
      'Ist es Ihre, sehen Sie in Ihr Postfach: Wen die Einrichtung eingetragen hat, bekommt einen Link zum Registrieren.',
    emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com',
    numberTaken: '{{number}}: Jemand hat diese Nummer hier schon',
    numberIsMine:
      'Ist es Ihre Nummer, drücken Sie noch einmal auf Registrieren und sagen Sie es der Administration: Sie kann zwei Konten von Ihnen zusammenführen oder herausfinden, wer Ihre Nummer benutzt.',
    passwordShort: 'Das Passwort braucht mindestens {{min}} Zeichen',
    tooLong: '{{field}}: höchstens {{max}} Zeichen',
  },
  code: {
    title: 'Code eingeben',
    label: 'Code',
    placeholder: 'z. B. K7M2 9QXB',
    submit: 'Weiter',
    toLogin: 'Ohne Code anmelden',
  },
  scan: {
    keeping: 'Ihr Scan wird gespeichert …',
    kept_one: 'Ihr Scan ist gespeichert. Melden Sie sich innerhalb einer Minute an.',
    kept_other: 'Ihr Scan ist gespeichert. Melden Sie sich innerhalb von {{count}} Minuten an.',
    keptToRegister_one: 'Ihr Scan ist gespeichert. Registrieren Sie sich innerhalb einer Minute.',
    keptToRegister_other: 'Ihr Scan ist gespeichert. Registrieren Sie sich innerhalb von {{count}} Minuten.',
    expired: 'Ihr Scan ist abgelaufen. Melden Sie sich an und scannen Sie dann den aktuellen Code.',
    refused: 'Dieser Code gilt nicht mehr. Melden Sie sich an und scannen Sie dann den aktuellen Code.',
    redeemFailed: 'Ihr Scan konnte nicht geprüft werden.',
    stillKept: 'Ihr Scan ist weiterhin gespeichert.',
    signInFirst:
      'Dieser Browser kann Ihren Scan nicht aufbewahren. Melden Sie sich an und scannen Sie den Code dann noch einmal.',
    live: 'Dieser Termin zeigt einen Live-Code. Melden Sie sich an und scannen Sie ihn dann.',
  },
  identity: {
    checking: 'Es wird geprüft, wer angemeldet ist',
    kept: 'Sie bleiben angemeldet.',
  },
  page: { failed: 'Diese Seite konnte nicht geladen werden.' },
  remote: {
    failed:
      'Dieser Bereich ist gerade nicht verfügbar. Der Rest der App funktioniert. Versuchen Sie es gleich noch einmal.',
    incompatible:
      'Dieser Bereich und die App haben verschiedene Versionen. Versuchen Sie es erneut, um beide neu zu laden.',
  },
};

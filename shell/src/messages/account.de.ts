import type { texts as english } from './account.en.ts';

export const texts: typeof english = {
  forgot: {
    title: 'Passwort vergessen',
    help: 'Wir schicken einen Link, mit dem Sie ein neues Passwort wählen. Er funktioniert einmal und läuft nach einer Stunde ab.',
    submit: 'Link schicken',
    sent: 'Wenn es ein Konto mit dieser Adresse gibt, haben wir eine E-Mail mit einem Link geschickt. Sehen Sie in Ihr Postfach.',
    failed: 'Der Link konnte nicht geschickt werden',
    toLogin: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort wählen',
    help: 'Sie werden auf allen Geräten abgemeldet.',
    submit: 'Passwort speichern',
    failed: 'Das Passwort konnte nicht gespeichert werden',
    noToken: 'Öffnen Sie diese Seite über den Link in der E-Mail oder lassen Sie sich einen neuen schicken.',
    another: 'Neuen Link schicken lassen',
  },
  link: {
    title: 'Per E-Mail anmelden',
    help: 'Wir schicken einen Link, mit dem Sie sich ohne Passwort anmelden, und einen Code, den Sie hier eingeben können. Beide funktionieren einmal und laufen nach 15 Minuten ab.',
    submit: 'Anmeldelink schicken',
    sent: 'Wenn es ein Konto mit dieser Adresse gibt, haben wir eine E-Mail geschickt. Öffnen Sie den Link auf einem beliebigen Gerät oder geben Sie den Code hier ein.',
    code: 'Code aus der E-Mail',
    signIn: 'Anmelden',
    failed: 'Die Anmeldung per E-Mail ist fehlgeschlagen',
  },
  password: { new: 'Neues Passwort', confirm: 'Neues Passwort wiederholen' },
  title: 'Mein Konto',
  help: 'Ihr Profil, Ihr Passwort und Ihre Daten.',
  facts: { title: 'Profil', name: 'Name', email: 'E-Mail', userType: 'Ich bin' },
  userTypes: { STUDENT: 'Studierende(r)', TEACHER: 'Lehrkraft', ADMIN: 'Verwaltung', other: 'Andere' },
  change: {
    title: 'Passwort ändern',
    help: 'Sie werden auf allen anderen Geräten abgemeldet.',
    current: 'Aktuelles Passwort',
    submit: 'Passwort ändern',
    done: 'Passwort geändert. Alle anderen Geräte sind abgemeldet.',
    failed: 'Das Passwort konnte nicht geändert werden',
  },
  everywhere: {
    title: 'Überall abmelden',
    help: 'Für ein Gerät, das Sie verloren haben oder auf dem Sie sich nicht abgemeldet haben.',
    submit: 'Auf allen Geräten abmelden',
    failed: 'Sie konnten nicht überall abgemeldet werden',
  },
  data: {
    title: 'Meine Daten',
    help: 'Alles, was wir über Sie speichern, in einer Datei (JSON).',
    submit: 'Meine Daten herunterladen',
    done: '{{fileName}} liegt in Ihren Downloads',
    missing:
      'Gerade nicht verfügbar: {{parts}}. Versuchen Sie es gleich noch einmal oder speichern Sie den Rest.',
    nothing: 'Ihre Daten sind gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    saveRest: 'Den Rest speichern',
    parts: {
      auth: 'Ihr Konto',
      course: 'Ihre Kurse',
      session: 'Ihre Termine',
      attendance: 'Ihre Anwesenheit',
    },
  },
  erase: {
    title: 'Mein Konto löschen',
    help: 'Ihr Name, Ihre E-Mail-Adresse, Ihr Passwort und alles andere, woran man Sie erkennt, werden gelöscht. Das lässt sich nicht rückgängig machen.',
    stays: {
      STUDENT: 'Anonyme Zahlen bleiben gespeichert, damit die Anwesenheit Ihrer Kurse weiter stimmt.',
      TEACHER:
        'Ihre Kurse, Termine und die Anwesenheit Ihrer Studierenden bleiben ohne Ihren Namen gespeichert.',
    },
    byAnother:
      'Nur eine andere Person aus der Verwaltung kann Ihr Konto löschen, damit mindestens eine bleibt.',
    open: 'Mein Konto löschen …',
    password: 'Passwort',
    confirm: 'Zur Bestätigung {{word}} eingeben',
    word: 'LÖSCHEN',
    mismatch: 'Bitte {{word}} eingeben',
    submit: 'Endgültig löschen',
    cancel: 'Konto behalten',
    failed: 'Ihr Konto konnte nicht gelöscht werden',
  },
};

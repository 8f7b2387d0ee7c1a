import type { texts as english } from './account.en.ts';

export const texts: typeof english = {
  forgot: {
    title: 'Passwort vergessen',
    help: 'Wir schicken einen Link, mit dem Sie ein neues Passwort wählen. Er funktioniert einmal und läuft nach einer Stunde ab.',
    submit: 'Link schicken',
    sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist eine Mail mit einem Link unterwegs. Bitte sehen Sie in Ihr Postfach.',
    failed: 'Der Link konnte nicht geschickt werden',
    toLogin: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort wählen',
    help: 'Sie sind danach auf allen Geräten abgemeldet.',
    submit: 'Passwort speichern',
    failed: 'Das Passwort konnte nicht gespeichert werden',
    noToken:
      'Diese Seite öffnet der Link in der Mail. Bitte benutzen Sie ihn, oder lassen Sie sich einen neuen schicken.',
    another: 'Neuen Link schicken lassen',
  },
  link: {
    title: 'Per E-Mail anmelden',
    help: 'Wir schicken einen Link, mit dem Sie sich ohne Passwort anmelden, und einen Code, den Sie hier eingeben können. Beide funktionieren einmal und laufen nach 15 Minuten ab.',
    submit: 'Anmeldelink schicken',
    sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist eine Mail unterwegs. Öffnen Sie ihren Link auf einem beliebigen Gerät, oder geben Sie ihren Code hier ein.',
    code: 'Code aus der Mail',
    signIn: 'Anmelden',
    failed: 'Die Anmeldung per E-Mail hat nicht geklappt',
  },
  password: { new: 'Neues Passwort', confirm: 'Neues Passwort wiederholen' },
  title: 'Mein Konto',
  help: 'Ihr Profil, Ihr Passwort und Ihre Daten.',
  facts: { title: 'Profil', name: 'Name', email: 'E-Mail', userType: 'Ich bin' },
  userTypes: { STUDENT: 'Studierende(r)', TEACHER: 'Lehrkraft', ADMIN: 'Verwaltung', other: 'Andere' },
  change: {
    title: 'Passwort ändern',
    help: 'Alle anderen Geräte sind danach abgemeldet.',
    current: 'Bisheriges Passwort',
    submit: 'Passwort ändern',
    done: 'Ihr Passwort ist geändert. Alle anderen Geräte sind abgemeldet.',
    failed: 'Das Passwort konnte nicht geändert werden',
  },
  everywhere: {
    title: 'Überall abmelden',
    help: 'Für ein Gerät, das verloren ist oder auf dem Sie das Abmelden vergessen haben.',
    submit: 'Auf allen Geräten abmelden',
    failed: 'Sie konnten nicht überall abgemeldet werden',
  },
  data: {
    title: 'Meine Daten',
    help: 'Alles, was über Sie aufbewahrt wird, in einer Datei (JSON).',
    submit: 'Meine Daten herunterladen',
    done: '{{fileName}} liegt in Ihren Downloads',
    missing:
      'Zurzeit nicht verfügbar: {{parts}}. Versuchen Sie es gleich noch einmal, oder speichern Sie den Rest.',
    nothing: 'Ihre Daten sind zurzeit nicht verfügbar. Versuchen Sie es gleich noch einmal.',
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
    help: 'Ihr Name, Ihre Adresse, Ihr Passwort und alles, woran man Sie erkennt, wird gelöscht und ist nicht wiederzubringen.',
    stays: {
      STUDENT:
        'Was bleibt, sind Zahlen ohne Namen: dass jemand da war, damit die Zahlen Ihrer Kurse stimmen.',
      TEACHER:
        'Was bleibt, ohne Ihren Namen, sind Ihre Kurse und Termine und die Anwesenheit Ihrer Studierenden.',
    },
    byAnother: 'Ihr Konto kann jemand anderes aus der Verwaltung löschen, damit immer jemand bleibt.',
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

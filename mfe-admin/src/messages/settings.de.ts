import type { settings as english } from './settings.en.ts';

export const settings: typeof english = {
  title: 'Einstellungen',
  help: 'Was für die ganze Hochschule eingestellt ist und was es bedeutet. Einstellungen mit einer Variablen ändert, wer das System betreibt.',
  failed: 'Diese Einstellungen konnten nicht geladen werden',
  requirements: 'Anforderungen',
  changeRequirements: 'Anforderungen ändern',
  classes: 'Termine und Codes',
  courses: 'Kurse und Importe',
  accounts: 'Konten und Anmeldung',
  attendance: 'Anwesenheitseinträge',
  setAs: 'Eingestellt als {{variable}}',
  yes: 'Ja',
  no: 'Nein',
  nothing: 'Nichts',
  percent: '{{amount}} %',
  days_one: '{{amount}} Tag',
  days_other: '{{amount}} Tage',
  hours_one: '{{amount}} Stunde',
  hours_other: '{{amount}} Stunden',
  minutes_one: '{{amount}} Minute',
  minutes_other: '{{amount}} Minuten',
  seconds_one: '{{amount}} Sekunde',
  seconds_other: '{{amount}} Sekunden',
  floor: {
    name: 'Jeder Termin verlangt mindestens',
    effect: 'Lehrkräfte und Studierende können Prüfungen ergänzen, aber diese nicht abschalten.',
  },
  timeZone: {
    name: 'Zeitzone des Campus',
    effect: 'Tage, Wochen und Termine richten sich danach. Wer anderswo ist, sieht auch die eigene Zeit.',
  },
  defaultChecks: {
    name: 'Ein neuer Termin verlangt',
    effect: 'Lehrkräfte können das je Termin ändern, bis auf das, was jeder Termin verlangt.',
  },
  networks: {
    name: 'Einträge nur aus bestimmten Netzen',
    on: 'Einträge aus anderen Netzen werden abgelehnt, wenn die Lehrkraft sie nicht für einen Termin zulässt.',
    off: 'Einträge zählen aus jedem Netz, wenn die Lehrkraft einen Termin nicht einschränkt.',
  },
  unsigned: {
    name: 'Einträge von Browsern, die nicht signieren können',
    on: 'Sie zählen und bekommen einen Hinweis. Lehrkräfte können sie für einen Termin ablehnen.',
    off: 'Sie werden abgelehnt: Studierende brauchen einen aktuellen Browser.',
  },
  codeOpens: {
    name: 'Code vor dem Termin zeigen',
    effect: 'So lange vor Beginn können Lehrkräfte den Code zeigen. Eintragen geht ab Beginn.',
  },
  codeGrace: {
    name: 'Nachfrist für abgelaufene Codes',
    effect: 'Ein gerade ersetzter Code wird noch so lange angenommen.',
  },
  toMark: {
    name: 'Zeit zum Eintragen nach dem Scan',
    effect: 'Danach müssen Studierende neu scannen. Zeitzuschläge kommen dazu.',
  },
  toSignIn: {
    name: 'Zeit zum Anmelden nach dem Scan',
    effect: 'Wer vor dem Anmelden scannt, muss in dieser Zeit nicht noch einmal scannen.',
  },
  openEnded: {
    name: 'Ein Termin ohne Endzeit endet nach',
    effect: 'Gerechnet ab Beginn oder ab dem Zeitpunkt, zu dem sein Code zuletzt gezeigt wurde.',
  },
  horizon: {
    name: 'Termine einer Serie werden im Voraus angelegt',
    effect: 'Spätere sind geplant und werden angelegt, sobald sie so nahe sind.',
  },
  enrollment: {
    name: 'Einschreibung in einen neuen Kurs',
    effect: 'Das gilt, bis die Lehrkraft für den Kurs etwas anderes wählt.',
    modes: {
      OPEN: 'Alle Studierenden',
      KEY: 'Mit dem Schlüssel des Kurses',
      INVITATION: 'Mit Einladungslink',
      APPROVAL: 'Nach Zustimmung der Lehrkraft',
      CLOSED: 'Geschlossen',
      other: 'Von einer neueren Version gesetzt',
    },
  },
  importSources: {
    name: 'Dateien kommen aus',
    effect:
      'Nennen mehrere Systeme einen Wert, entscheidet das erste. Die anderen gelten, wo es nichts nennt.',
  },
  importShare: {
    name: 'Importe fragen ab diesem Anteil an Änderungen',
    effect:
      'Ein Import, der mehr der vorhandenen Zeilen ändern oder beenden würde, wartet, bis jemand die Zahl bestätigt.',
  },
  importDays: {
    name: 'Importe lassen sich rückgängig machen für',
    effect: 'Danach werden die Datei, ihre Fehler und der vorherige Stand gelöscht.',
  },
  teachers: {
    name: 'Wer sich als Lehrkraft registrieren darf',
    modes: {
      open: 'Alle',
      invite: 'Personen mit Einladungscode',
      closed: 'Niemand',
      other: 'Von einer neueren Version gesetzt',
    },
    effects: {
      open: 'Wer sich als Lehrkraft registriert, kann sofort Kurse anlegen.',
      invite: 'Die Verwaltung erstellt die Codes auf der Seite „Einladungen“.',
      closed: 'Lehrkräfte kommen per Import dazu und registrieren sich mit dem Link, den sie bekommen.',
      other: 'Siehe die Dokumentation der neueren Version.',
    },
  },
  signedIn: {
    name: 'Man bleibt angemeldet für',
    effect: 'Wer so lange nicht da war, muss sich neu anmelden.',
  },
  freshProof: {
    name: 'Heikle Änderungen verlangen das Passwort nach',
    effect:
      'Geräte, Passkeys und Konten anderer ändert nur, wer sich in dieser Zeit angemeldet oder das Passwort eingegeben hat.',
  },
  replaced: {
    name: 'Ein Gerät, das ein anderes ersetzt, gilt nach',
    effect:
      'Bis dahin trägt sich die Person mit Hilfe der Lehrkraft ein, damit Telefone nicht verliehen werden.',
  },
  added: {
    name: 'Ein zusätzliches Gerät oder ein Passkey gilt nach',
    effect: 'Das erste gilt sofort, ebenso was eine Lehrkraft oder die Verwaltung bestätigt.',
  },
  auditor: {
    name: 'Die Revision bekommt jede Nacht die Wurzel des Protokolls',
    on: 'Mit diesen E-Mails lassen sich nachträgliche Änderungen am Protokoll beweisen.',
    off: 'Nachträgliche Änderungen fallen nur auf, solange niemand auch die gespeicherten Wurzeln ändert.',
  },
  selfies: {
    name: 'Selfies werden gelöscht nach',
    effect: 'Der Eintrag bleibt. Bis dahin können Lehrkräfte das Selfie ansehen.',
  },
  details: {
    name: 'Einzelheiten von Einträgen werden gelöscht nach',
    effect: 'Geräte, Entfernungen und Hinweise werden gelöscht. Status und wer sie gesetzt hat, bleiben.',
  },
  campus: {
    name: 'Die Netze des Campus sind bekannt',
    on: 'Ein Eintrag aus einem anderen Netz ist ein schwaches Risikosignal.',
    off: 'Woher ein Eintrag kommt, ist kein Risikosignal.',
  },
  receipts: {
    name: 'Studierende bekommen signierte Belege',
    on: 'Mit dem Beleg lässt sich ein Eintrag beweisen, auch wenn er später geändert wurde.',
    off: 'Studierende können keine Belege ihrer Einträge herunterladen.',
  },
};

import type { EmailTexts } from './written-email.ts';

const notYou =
  'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Einrichtung.';
const notYourFactor =
  'Wenn Sie das nicht waren, informieren Sie sofort Ihre Einrichtung: Sie muss den zweiten Faktor zurücksetzen. Ein neues Passwort genügt nicht.';
const DAY_HOURS = 24;
const hoursIn = (hours: number) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`);

export const de: EmailTexts = {
  locale: 'de-DE',
  product: 'QR-Anwesenheit',
  greeting: (name) => (name ? `Hallo ${name},` : 'Guten Tag,'),
  deviceRegistered: (device, countsFrom) => ({
    subject: 'Ein Gerät wurde registriert',
    lines: [
      `Das Gerät „${device}“ wurde für Ihre Anwesenheit registriert.`,
      `Sie können es ab ${countsFrom} verwenden.`,
      notYou,
    ],
  }),
  deviceRemoved: (device) => ({
    subject: 'Ein Gerät wurde entfernt',
    lines: [`Das Gerät „${device}“ zählt nicht mehr für Ihre Anwesenheit.`, notYou],
  }),
  devicesReset: {
    subject: 'Ihre Geräte wurden zurückgesetzt',
    lines: [
      'Ihre Einrichtung hat alle Geräte entfernt, die für Ihre Anwesenheit registriert waren.',
      'Das nächste Gerät, das Sie registrieren, zählt sofort.',
    ],
  },
  passkeyAdded: (passkey, countsFrom) => ({
    subject: 'Ein Passkey wurde angelegt',
    lines: [
      `Der Passkey „${passkey}“ wurde für Ihr Konto angelegt.`,
      `Sie können ihn ab ${countsFrom} verwenden.`,
      notYou,
    ],
  }),
  passkeyRemoved: (passkey) => ({
    subject: 'Ein Passkey wurde entfernt',
    lines: [`Der Passkey „${passkey}“ wurde aus Ihrem Konto entfernt.`, notYou],
  }),
  identityLinked: (provider) => ({
    subject: 'Eine Anmeldung wurde hinzugefügt',
    lines: [`Sie können sich ab jetzt über ${provider} bei Ihrem Konto anmelden.`, notYou],
  }),
  identityUnlinked: (provider) => ({
    subject: 'Eine Anmeldung wurde entfernt',
    lines: [`Sie können sich nicht mehr über ${provider} bei Ihrem Konto anmelden.`, notYou],
  }),
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    lines: ['Das Passwort Ihres Kontos wurde geändert, und Sie wurden überall sonst abgemeldet.', notYou],
  },
  secondFactorAdded: (by) => ({
    subject:
      by === 'app'
        ? 'Eine Authenticator-App wurde hinzugefügt'
        : 'Ein Passkey wurde als zweiter Faktor hinzugefügt',
    lines: [
      by === 'app'
        ? 'Wer sich mit dem Passwort bei Ihrem Konto anmeldet, braucht ab jetzt einen Code Ihrer Authenticator-App oder einen Ihrer Passkeys.'
        : 'Wer sich mit dem Passwort bei Ihrem Konto anmeldet, braucht ab jetzt Ihren Passkey.',
      'Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo Sie sie ohne Ihr Telefon finden.',
      notYourFactor,
    ],
  }),
  authenticatorAppRemoved: {
    subject: 'Ihre Authenticator-App wurde entfernt',
    lines: ['Wer sich mit dem Passwort bei Ihrem Konto anmeldet, braucht jetzt Ihren Passkey.', notYou],
  },
  secondFactorRemoved: {
    subject: 'Ihr zweiter Faktor wurde entfernt',
    lines: ['Für die Anmeldung bei Ihrem Konto genügt jetzt Ihr Passwort.', notYou],
  },
  secondFactorReset: {
    subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
    lines: [
      'Ihre Einrichtung hat die Authenticator-App, die Passkeys und die Wiederherstellungscodes Ihres Kontos entfernt. Sie können einen neuen zweiten Faktor einrichten.',
      'Wenn Sie nicht darum gebeten haben, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Einrichtung.',
    ],
  },
  secondFactorGuessed: {
    subject: 'Jemand gibt falsche Codes für Ihr Konto ein',
    lines: [
      'Jemand hat das Passwort Ihres Kontos eingegeben oder einen Anmeldelink geöffnet. Danach wurden mehrere falsche Codes einer Authenticator-App eingegeben.',
      notYou,
    ],
  },
  recoveryCodesRenewed: {
    subject: 'Sie haben neue Wiederherstellungscodes',
    lines: [
      'Die Wiederherstellungscodes Ihres Kontos wurden ersetzt. Die früheren gelten nicht mehr.',
      notYou,
    ],
  },
  recoveryCodeUsed: (left) => ({
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    lines: [
      'Jemand, vermutlich Sie, hat sich mit einem Wiederherstellungscode bei Ihrem Konto angemeldet.',
      left === 0
        ? 'Es sind keine Wiederherstellungscodes übrig. Erstellen Sie in Ihrem Konto neue.'
        : `Übrige Wiederherstellungscodes: ${left}. Sie können in Ihrem Konto neue erstellen.`,
      notYou,
    ],
  }),
  historyRoot: (at) => ({
    subject: 'Wurzel des Anwesenheitsverlaufs',
    lines: [
      `Der Anwesenheitsverlauf wurde am ${at} versiegelt.`,
      'Bewahren Sie diese E-Mail auf. Mit der Wurzel (Root) unten lässt sich später anhand der Datenbank prüfen, ob Einträge geändert, gelöscht oder eingefügt wurden: npm run audit -- verify',
    ],
  }),
  signInLink: (link, code, { minutes }) => ({
    subject: 'Ihr Anmeldelink',
    lines: [
      'Jemand, vermutlich Sie, möchte sich ohne Passwort bei Ihrem Konto anmelden:',
      link,
      `Oder geben Sie diesen Code auf der Seite ein, die danach fragt: ${code}`,
      `Link und Code gelten einmal und laufen in ${minutes} Minuten ab. Geben Sie den Code niemandem weiter. Ihre Einrichtung wird nie danach fragen. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  resetLink: (link, { hours }) => ({
    subject: 'Wählen Sie ein neues Passwort',
    lines: [
      'Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto wählen:',
      link,
      `Der Link gilt einmal und läuft in ${hoursIn(hours)} ab. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  passwordBeforeSignIn: (link, { hours }) => ({
    subject: 'Wählen Sie ein neues Passwort',
    lines: [
      'Jemand, vermutlich Sie, möchte sich bei einem Konto mit dieser E-Mail-Adresse anmelden. Die Adresse ist noch nicht bestätigt. Wählen Sie deshalb bitte zuerst ein neues Passwort:',
      link,
      `Der Link gilt einmal und läuft in ${hoursIn(hours)} ab. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  verificationLink: (link, { hours }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    lines: [
      'Jemand, vermutlich Sie, hat diese E-Mail-Adresse für ein Konto angegeben. Öffnen Sie diesen Link, um zu bestätigen, dass es Ihre ist:',
      link,
      `Der Link läuft in ${hoursIn(hours)} ab. Wenn Sie das nicht waren, öffnen Sie ihn nicht und ignorieren Sie diese E-Mail.`,
    ],
  }),
  registrationLink: (link, { hours }) => ({
    subject: 'Schließen Sie Ihre Registrierung ab',
    lines: [
      'Sie stehen auf einer Anwesenheitsliste Ihrer Einrichtung. Öffnen Sie diesen Link, um ein Passwort zu wählen und Ihre Anwesenheit zu sehen:',
      link,
      `Der Link gilt einmal und läuft in ${hours / DAY_HOURS} Tagen ab. Was bis dahin für Sie erfasst wurde, bleibt Ihnen erhalten. Wenn Sie nicht zu dieser Einrichtung gehören, ignorieren Sie diese E-Mail.`,
    ],
  }),
  registrationLinkOfTeacher: (link, { hours }) => ({
    subject: 'Schließen Sie Ihre Registrierung als Lehrperson ab',
    lines: [
      'Jemand, wahrscheinlich Sie, hat sich mit dieser E-Mail-Adresse als Lehrperson registriert. Vorher wurde sie für eine studierende Person angegeben. Öffnen Sie diesen Link, um stattdessen Lehrperson zu werden:',
      link,
      `Der Link gilt einmal und läuft in ${hours / DAY_HOURS} Tagen ab. Was für Sie als studierende Person erfasst wurde, ist danach anonym. Wenn Sie studieren oder das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  emailChanged: {
    subject: 'Ihr Konto hat eine andere E-Mail-Adresse',
    lines: [
      'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser hier können Sie sich nicht mehr anmelden.',
      'Wenn Sie das nicht waren, informieren Sie sofort Ihre Einrichtung.',
    ],
  },
  accountErased: {
    subject: 'Ihr Konto wurde gelöscht',
    lines: [
      'Ihr Konto und alles, was Sie identifiziert, wurde gelöscht. Das kann nicht rückgängig gemacht werden.',
      'Wenn Sie das nicht wollten, informieren Sie sofort Ihre Einrichtung.',
    ],
  },
  pinChanged: {
    subject: 'Ihre PIN wurde geändert',
    lines: ['Die PIN für Ihre Anwesenheit wurde geändert oder entfernt.', notYou],
  },
  checksReduced: {
    subject: 'Ihre Anwesenheit ist weniger geschützt',
    lines: ['Prüfungen, die Sie für Ihre Anwesenheit verlangt hatten, wurden ausgeschaltet.', notYou],
  },
  emailChangeRequested: {
    subject: 'Eine neue E-Mail-Adresse wurde angegeben',
    lines: [
      'Jemand, vermutlich Sie, hat eine neue E-Mail-Adresse für Ihr Konto angegeben. Sie ersetzt diese hier, sobald sie bestätigt ist.',
      notYou,
    ],
  },
};

import type { MailLanguage } from '../../people/rules/language.ts';

interface Written {
  subject: string;
  lines: string[];
}
interface Validity {
  hours: number;
  minutes: number;
}

export interface EmailTexts {
  locale: string;
  product: string;
  greeting: (name: string | undefined) => string;
  deviceRegistered: (device: string, countsFrom: string) => Written;
  deviceRemoved: (device: string) => Written;
  devicesReset: Written;
  passwordChanged: Written;
  historyRoot: (at: string) => Written;
  signInLink: (link: string, code: string, validity: Validity) => Written;
  resetLink: (link: string, validity: Validity) => Written;
  passwordBeforeSignIn: (link: string, validity: Validity) => Written;
  verificationLink: (link: string, validity: Validity) => Written;
  emailChangeRequested: Written;
}

const notYou = {
  en: 'If this was not you, change your password immediately and tell your institution.',
  de: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Einrichtung.',
};

const hoursIn = {
  en: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
  de: (hours: number) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
};

const en: EmailTexts = {
  locale: 'en-GB',
  product: 'QR Attendance System',
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  deviceRegistered: (device, countsFrom) => ({
    subject: 'A device was registered',
    lines: [
      `The device "${device}" was registered for your attendance.`,
      `You can use it from ${countsFrom}.`,
      notYou.en,
    ],
  }),
  deviceRemoved: (device) => ({
    subject: 'A device was removed',
    lines: [`The device "${device}" no longer counts for your attendance.`, notYou.en],
  }),
  devicesReset: {
    subject: 'Your devices were reset',
    lines: [
      'Your institution has removed all devices registered for your attendance.',
      'The next device you register counts immediately.',
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and you were signed out everywhere else.', notYou.en],
  },
  historyRoot: (at) => ({
    subject: 'Root of the attendance history',
    lines: [
      `The attendance history was sealed on ${at}.`,
      'Keep this email. With the root below, anyone who may read the database can later find out whether records were edited, deleted or inserted: npm run audit -- verify',
    ],
  }),
  signInLink: (link, code, { minutes }) => ({
    subject: 'Your sign-in link',
    lines: [
      'Someone, probably you, asked to sign in to your account without a password:',
      link,
      `Or enter this code on the page that asked for it: ${code}`,
      `The link and the code work once and expire in ${minutes} minutes. Never share the code. Your institution will never ask for it. If this was not you, ignore this email.`,
    ],
  }),
  resetLink: (link, { hours }) => ({
    subject: 'Choose a new password',
    lines: [
      'Someone, probably you, asked to choose a new password for your account:',
      link,
      `The link works once and expires in ${hoursIn.en(hours)}. If this was not you, ignore this email.`,
    ],
  }),
  passwordBeforeSignIn: (link, { hours }) => ({
    subject: 'Choose a new password',
    lines: [
      'Someone, probably you, asked to sign in to an account with this email address. The address is not verified yet, so please choose a new password first:',
      link,
      `The link works once and expires in ${hoursIn.en(hours)}. If this was not you, ignore this email.`,
    ],
  }),
  verificationLink: (link, { hours }) => ({
    subject: 'Verify your email address',
    lines: [
      'Someone, probably you, entered this email address for an account. To verify that it is yours, open this link:',
      link,
      `The link expires in ${hoursIn.en(hours)}. If this was not you, do not open it and ignore this email.`,
    ],
  }),
  emailChangeRequested: {
    subject: 'A new email address was entered',
    lines: [
      'Someone, probably you, entered a new email address for your account. It replaces this one once it is verified.',
      notYou.en,
    ],
  },
};

const de: EmailTexts = {
  locale: 'de-DE',
  product: 'QR-Anwesenheit',
  greeting: (name) => (name ? `Hallo ${name},` : 'Guten Tag,'),
  deviceRegistered: (device, countsFrom) => ({
    subject: 'Ein Gerät wurde registriert',
    lines: [
      `Das Gerät „${device}“ wurde für Ihre Anwesenheit registriert.`,
      `Sie können es ab ${countsFrom} verwenden.`,
      notYou.de,
    ],
  }),
  deviceRemoved: (device) => ({
    subject: 'Ein Gerät wurde entfernt',
    lines: [`Das Gerät „${device}“ zählt nicht mehr für Ihre Anwesenheit.`, notYou.de],
  }),
  devicesReset: {
    subject: 'Ihre Geräte wurden zurückgesetzt',
    lines: [
      'Ihre Einrichtung hat alle Geräte entfernt, die für Ihre Anwesenheit registriert waren.',
      'Das nächste Gerät, das Sie registrieren, zählt sofort.',
    ],
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    lines: ['Das Passwort Ihres Kontos wurde geändert, und Sie wurden überall sonst abgemeldet.', notYou.de],
  },
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
      `Der Link gilt einmal und läuft in ${hoursIn.de(hours)} ab. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  passwordBeforeSignIn: (link, { hours }) => ({
    subject: 'Wählen Sie ein neues Passwort',
    lines: [
      'Jemand, vermutlich Sie, möchte sich bei einem Konto mit dieser E-Mail-Adresse anmelden. Die Adresse ist noch nicht bestätigt. Wählen Sie deshalb bitte zuerst ein neues Passwort:',
      link,
      `Der Link gilt einmal und läuft in ${hoursIn.de(hours)} ab. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
    ],
  }),
  verificationLink: (link, { hours }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    lines: [
      'Jemand, vermutlich Sie, hat diese E-Mail-Adresse für ein Konto angegeben. Öffnen Sie diesen Link, um zu bestätigen, dass es Ihre ist:',
      link,
      `Der Link läuft in ${hoursIn.de(hours)} ab. Wenn Sie das nicht waren, öffnen Sie ihn nicht und ignorieren Sie diese E-Mail.`,
    ],
  }),
  emailChangeRequested: {
    subject: 'Eine neue E-Mail-Adresse wurde angegeben',
    lines: [
      'Jemand, vermutlich Sie, hat eine neue E-Mail-Adresse für Ihr Konto angegeben. Sie ersetzt diese hier, sobald sie bestätigt ist.',
      notYou.de,
    ],
  },
};

export const emailTexts: Record<MailLanguage, EmailTexts> = { en, de };

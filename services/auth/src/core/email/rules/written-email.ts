interface EmailText {
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
  deviceRegistered: (device: string, countsFrom: string) => EmailText;
  deviceRemoved: (device: string) => EmailText;
  devicesReset: EmailText;
  passkeyAdded: (passkey: string, countsFrom: string) => EmailText;
  passkeyRemoved: (passkey: string) => EmailText;
  identityLinked: (provider: string) => EmailText;
  identityUnlinked: (provider: string) => EmailText;
  passwordChanged: EmailText;
  secondFactorAdded: (by: 'app' | 'passkey') => EmailText;
  authenticatorAppRemoved: EmailText;
  secondFactorRemoved: EmailText;
  secondFactorReset: EmailText;
  secondFactorGuessed: EmailText;
  recoveryCodesRenewed: EmailText;
  recoveryCodeUsed: (left: number) => EmailText;
  historyRoot: (at: string) => EmailText;
  signInLink: (link: string, code: string, validity: Validity) => EmailText;
  resetLink: (link: string, validity: Validity) => EmailText;
  passwordBeforeSignIn: (link: string, validity: Validity) => EmailText;
  verificationLink: (link: string, validity: Validity) => EmailText;
  registrationLink: (link: string, validity: Validity) => EmailText;
  registrationLinkOfTeacher: (link: string, validity: Validity) => EmailText;
  emailChangeRequested: EmailText;
  emailChanged: EmailText;
  accountErased: EmailText;
  pinChanged: EmailText;
  checksReduced: EmailText;
}

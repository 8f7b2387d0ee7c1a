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
  passkeyAdded: (passkey: string, countsFrom: string) => Written;
  passkeyRemoved: (passkey: string) => Written;
  passwordChanged: Written;
  historyRoot: (at: string) => Written;
  signInLink: (link: string, code: string, validity: Validity) => Written;
  resetLink: (link: string, validity: Validity) => Written;
  passwordBeforeSignIn: (link: string, validity: Validity) => Written;
  verificationLink: (link: string, validity: Validity) => Written;
  registrationLink: (link: string, validity: Validity) => Written;
  registrationLinkOfTeacher: (link: string, validity: Validity) => Written;
  emailChangeRequested: Written;
  emailChanged: Written;
  accountErased: Written;
  pinChanged: Written;
  checksReduced: Written;
}

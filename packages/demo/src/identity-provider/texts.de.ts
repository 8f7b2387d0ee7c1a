import { PROVIDER_NAME } from './settings.ts';

export const de = {
  signIn: `Bei ${PROVIDER_NAME} anmelden`,
  choose: 'Dieser Anmeldedienst gehört zur Demo und fragt nach keinem Passwort. Wer sind Sie?',
  teacher: 'Lehrkraft',
  student: 'Studierende',
  signOut: `Von ${PROVIDER_NAME} abmelden?`,
  yes: 'Abmelden',
  no: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet.',
  failed: 'Diese Anmeldung kann nicht fortgesetzt werden. Beginnen Sie auf der Anmeldeseite von vorn.',
};

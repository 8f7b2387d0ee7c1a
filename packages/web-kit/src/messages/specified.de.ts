import type { specified as english } from './specified.en.ts';

export const specified: typeof english = {
  authenticationFailed: 'Die Anmeldung ist nicht mehr gültig',
  userFailed: 'Das Benutzerkonto konnte nicht geladen werden',
  registrationFailed: 'Die Registrierung ist fehlgeschlagen',
  loginFailed: 'Die Anmeldung ist fehlgeschlagen',
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',

  dashboardFailed: 'Die Übersicht konnte nicht geladen werden. Bitte versuchen Sie es später erneut.',
  coursesFailed: 'Die Kurse konnten nicht geladen werden',
  generateFailed: 'Der QR-Code konnte nicht erstellt werden',
  createCourseFailed: 'Der Kurs konnte nicht angelegt werden',
  sessionsFailed: 'Die Termine konnten nicht geladen werden',
  deactivateFailed: 'Der Termin konnte nicht beendet werden',
  sessionFailed: 'Der Termin konnte nicht geladen werden',
  endSessionFailed: 'Der Termin konnte nicht beendet werden',
  sessionNotFound: 'Termin nicht gefunden',
  reportsFailed: 'Die Berichte konnten nicht geladen werden',

  codeInvalid: 'Der QR-Code ist ungültig oder der Termin wurde nicht gefunden',
  markFailed: 'Die Anwesenheit konnte nicht eingetragen werden',
  recordsFailed: 'Die Anwesenheiten konnten nicht geladen werden',
  myReportsFailed: 'Ihre Berichte konnten nicht geladen werden',
  availableCoursesFailed: 'Die verfügbaren Kurse konnten nicht geladen werden',
  enrollFailed: 'Die Einschreibung ist fehlgeschlagen',
  studentFailed: 'Die Angaben zur Person konnten nicht geladen werden',
  preferencesFailed: 'Die Sicherheitseinstellungen konnten nicht gespeichert werden',
  pinFailed: 'Die PIN konnte nicht gesetzt werden',
  deviceFailed: 'Das Gerät konnte nicht registriert werden',

  scannerFailed: 'Der Zugriff auf die Kamera wurde verweigert oder es gibt keine',
  codeFormatInvalid: 'Das ist kein gültiger QR-Code',
  codeEmpty: 'Bitte geben Sie einen Code ein',
  locationFailedRequired:
    'Der Standort ist nicht zu ermitteln: {{reason}}. Für diesen Termin wird er geprüft.',
  locationUnsupportedRequired:
    'Dieser Browser kann den Standort nicht ermitteln. Für diesen Termin wird er geprüft.',
  locationFailed: 'Der Standort ist nicht zu ermitteln: {{message}}',
  locationUnsupported: 'Dieser Browser kann den Standort nicht ermitteln.',
  outsideRadius:
    'Sie sind {{distance}} m vom Raum entfernt. Eintragen können Sie sich im Umkreis von {{radius}} m.',

  biometricUnsupported: 'Dieser Browser oder dieses Gerät kann Sie nicht biometrisch erkennen.',
  biometricFailed: 'Die biometrische Prüfung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  selfieCameraFailed: 'Die Kamera ist nicht verfügbar. Bitte prüfen Sie die Berechtigung.',
  selfieCameraUnsupported: 'Dieser Browser kann keine Kamera öffnen.',

  pinsDiffer: 'Die PINs stimmen nicht überein',
  pinTooShort: 'Die PIN braucht mindestens 4 Ziffern',

  courseCreated: 'Der Kurs ist angelegt',
  enrolled: 'Sie sind in den Kurs eingeschrieben!',
  preferencesSaved: 'Die Sicherheitseinstellungen sind gespeichert',
  pinSaved: 'Die PIN ist gesetzt',
  deviceSaved: 'Das Gerät ist registriert',
};

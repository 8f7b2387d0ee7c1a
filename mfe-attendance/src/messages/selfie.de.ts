import type { selfie as english } from './selfie.en.ts';

export const selfie: typeof english = {
  title: 'Ein Selfie aufnehmen',
  why: 'Es zeigt, dass Sie selbst da sind. Nur die Lehrkraft des Kurses sieht es. Es wird nach begrenzter Zeit gelöscht.',
  starting: 'Die Kamera startet …',
  live: 'Kamerabild',
  capture: 'Selfie aufnehmen',
  captured: 'Selfie aufgenommen',
  check: 'Ist Ihr Gesicht gut zu erkennen?',
  preview: 'Ihr Selfie',
  retake: 'Neu aufnehmen',
  continue: 'Weiter',
  waive: 'Von der Lehrkraft prüfen lassen',
  consent: {
    title: 'Dürfen wir ein Selfie von Ihnen speichern?',
    why: 'Nehmen Sie ein Selfie auf oder lassen Sie sich von Ihrer Lehrkraft prüfen. Beides zählt gleich.',
    what: 'Was wird gespeichert?',
    whatAnswer: 'Ein kleines Bild von Ihnen zu diesem Eintrag und zu späteren, die eines verlangen.',
    who: 'Wer sieht es?',
    whoAnswer: 'Nur die Lehrkraft des Kurses.',
    howLong: 'Wie lange?',
    howLongAnswer: 'Für begrenzte Zeit. Dann wird es automatisch gelöscht.',
    withdraw: 'Kann ich es mir anders überlegen?',
    withdrawAnswer: 'Ja, jederzeit, in den Sicherheitseinstellungen.',
    agree: 'Ich bin mit einem Selfie einverstanden',
    failed: 'Das konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  },
  hint: {
    unsupported:
      'Öffnen Sie diese Seite in Chrome, Safari oder Firefox oder lassen Sie sich von Ihrer Lehrkraft prüfen.',
    refused:
      'Erlauben Sie dieser Seite in den Einstellungen des Browsers die Kamera und versuchen Sie es dann erneut.',
    absent: 'Dieses Gerät scheint keine Kamera zu haben. Verwenden Sie Ihr Telefon.',
    busy: 'Schließen Sie andere Apps, die die Kamera nutzen, und versuchen Sie es dann erneut.',
  },
};

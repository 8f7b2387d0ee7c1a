import type { selfie as english } from './selfie.en.ts';

export const selfie: typeof english = {
  title: 'Ein Selfie aufnehmen',
  why: 'Es zeigt, dass Sie selbst da sind. Nur die Lehrperson des Kurses sieht es; es wird nur begrenzte Zeit aufbewahrt.',
  starting: 'Die Kamera startet …',
  live: 'Was Ihre Kamera sieht',
  capture: 'Selfie aufnehmen',
  captured: 'Selfie aufgenommen',
  check: 'Ist Ihr Gesicht gut zu erkennen?',
  preview: 'Ihr Selfie',
  retake: 'Neu',
  continue: 'Weiter',
  waive: 'Von der Lehrperson prüfen lassen',
  consent: {
    title: 'Dürfen wir ein Selfie von Ihnen aufbewahren?',
    why: 'Für diesen Eintrag braucht es ein Selfie oder einen Blick Ihrer Lehrperson im Raum. Beides gilt gleich viel.',
    what: 'Was wird aufbewahrt?',
    whatAnswer:
      'Ein kleines Bild von Ihnen, jetzt aufgenommen, zu diesem Eintrag; ebenso bei späteren, die eines verlangen.',
    who: 'Wer sieht es?',
    whoAnswer: 'Nur die Lehrperson des Kurses.',
    howLong: 'Wie lange?',
    howLongAnswer: 'Für begrenzte Zeit. Dann wird es von selbst gelöscht.',
    withdraw: 'Kann ich es mir anders überlegen?',
    withdrawAnswer: 'Ja, jederzeit, in den Sicherheitseinstellungen.',
    agree: 'Ich bin mit einem Selfie einverstanden',
    failed: 'Das konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  },
  hint: {
    unsupported:
      'Öffnen Sie diese Seite in Chrome, Safari oder Firefox, oder lassen Sie stattdessen Ihre Lehrperson schauen.',
    refused:
      'Erlauben Sie dieser Seite in den Einstellungen des Browsers die Kamera und versuchen Sie es dann erneut.',
    absent: 'Dieses Gerät scheint keine Kamera zu haben. Nehmen Sie Ihr Telefon.',
    busy: 'Schließen Sie andere Apps, die die Kamera nutzen, und versuchen Sie es dann erneut.',
  },
};

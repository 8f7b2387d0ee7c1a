import type { selfie as english } from './selfie.en.ts';

export const selfie: typeof english = {
  title: 'Ein Selfie aufnehmen',
  why: 'Es zeigt, dass Sie selbst da sind. Nur die Lehrkraft des Kurses sieht es. Es wird nach begrenzter Zeit gelöscht.',
  starting: 'Die Kamera startet …',
  live: 'Kamerabild',
  capture: 'Selfie aufnehmen',
  captureSecond: 'Zweites Bild aufnehmen',
  prompt: {
    straight: 'Sehen Sie gerade in die Kamera.',
    turn_left: 'Drehen Sie jetzt den Kopf nach links.',
    turn_right: 'Drehen Sie jetzt den Kopf nach rechts.',
    look_up: 'Sehen Sie jetzt nach oben.',
    look_down: 'Sehen Sie jetzt nach unten.',
  },
  captured: 'Selfie aufgenommen',
  check: 'Ist Ihr Gesicht gut zu erkennen?',
  preview: 'Ihr Selfie',
  previewSecond: 'Ihr zweites Bild',
  retake: 'Neu aufnehmen',
  continue: 'Weiter',
  waive: 'Von der Lehrkraft prüfen lassen',
  consent: {
    title: 'Dürfen wir ein Selfie von Ihnen speichern?',
    why: 'Nehmen Sie ein Selfie auf oder lassen Sie sich von Ihrer Lehrkraft prüfen. Beides zählt gleich.',
    what: 'Was wird gespeichert?',
    whatAnswer:
      'Zwei kleine Bilder von Ihnen zu diesem Eintrag und zu späteren, die das verlangen, und zu jedem eine Zahl, mit der sich Kopien finden lassen. Gesichter werden nicht erkannt.',
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
    absent: 'Dieses Gerät scheint keine Kamera zu haben. Verwenden Sie Ihr Handy.',
    busy: 'Schließen Sie andere Apps, die die Kamera nutzen, und versuchen Sie es dann erneut.',
  },
};

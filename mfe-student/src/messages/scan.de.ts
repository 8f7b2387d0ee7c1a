import type { scan as english } from './scan.en.ts';

export const scan: typeof english = {
  title: 'QR-Code scannen',
  help: 'Scannen Sie den QR-Code der Lehrkraft, um Ihre Anwesenheit einzutragen.',
  start: 'Scannen',
  starting: 'Die Kamera wird geöffnet …',
  hint: 'Halten Sie den QR-Code in den Rahmen',
  torchOn: 'Licht einschalten',
  torchOff: 'Licht ausschalten',
  zoom: 'Zoom',
  otherCamera: 'Kamera wechseln',
  viewfinder: 'Kamerabild',
  manual: 'Oder den Code eingeben',
  code: 'Code',
  codePlaceholder: 'z. B. K7M2 9QXB',
  submit: 'Weiter',
  live: {
    why: 'Dieser Termin zeigt einen Live-Code',
    how: 'Scannen Sie ihn hier: Halten Sie Ihr Handy etwa zwei Sekunden auf den Bildschirm.',
    reading: 'Nicht bewegen: {{found}} von {{of}} Codes gelesen',
    words: 'Wenn ein Live-Code gezeigt wird, geben Sie die zwei Wörter daneben ein.',
    failed: 'Der Live-Code wurde nicht angenommen',
    refusal: {
      burst_sequence_implausible:
        'Er wurde nicht in einem Zug gelesen. Halten Sie Ihr Handy still und scannen Sie noch einmal.',
      burst_sequence_late:
        'Er kam zu spät beim Server an. Prüfen Sie Ihre Verbindung und scannen Sie noch einmal.',
      invalid_code: 'Er gilt nicht mehr. Scannen Sie den Code, der jetzt zu sehen ist.',
      unreachable: 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung und scannen Sie noch einmal.',
    },
  },
  failure: {
    refused:
      'Die Kamera ist für diese Seite gesperrt. Erlauben Sie sie in den Einstellungen Ihres Browsers für diese Seite und versuchen Sie es erneut, oder geben Sie unten den Code ein.',
    absent: 'Dieses Gerät hat keine Kamera. Geben Sie stattdessen unten den Code ein.',
    inUse:
      'Eine andere App oder ein anderer Tab verwendet die Kamera. Schließen Sie sie und versuchen Sie es erneut, oder geben Sie unten den Code ein.',
    insecure:
      'Browser öffnen die Kamera nur auf einer sicheren Adresse (https). Geben Sie stattdessen unten den Code ein.',
    unknown: 'Die Kamera ließ sich nicht öffnen. Versuchen Sie es erneut, oder geben Sie unten den Code ein.',
  },
};

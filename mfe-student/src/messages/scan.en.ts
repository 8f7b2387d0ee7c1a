/** Sentences of the scan page. */
export const scan = {
  title: 'Scan QR Code',
  help: 'Scan the QR code provided by your teacher to mark your attendance.',
  start: 'Start Scanning',
  starting: 'Opening the camera…',
  hint: 'Position the QR code in the frame',
  torchOn: 'Turn light on',
  torchOff: 'Turn light off',
  zoom: 'Zoom',
  otherCamera: 'Switch camera',
  viewfinder: 'Camera picture',
  manual: 'Or Enter Code Manually',
  code: 'Code',
  codePlaceholder: 'for example K7M2 9QXB',
  submit: 'Submit',
  live: {
    why: 'This class shows a burst code',
    how: 'Scan it here: point your phone at the screen for about two seconds.',
    reading: 'Hold still: {{found}} of {{of}} codes read',
    words: 'If the screen shows a burst code, enter the two words beside it.',
    failed: 'The burst code was not accepted',
    refusal: {
      burst_sequence_implausible: 'It was not read in one go. Hold your phone still and scan again.',
      burst_sequence_late: 'It reached the server too late. Check your connection and scan again.',
      invalid_code: 'It is no longer valid. Scan the code that is on the screen now.',
      unreachable: 'There was no answer. Check your connection and scan again.',
    },
  },
  failure: {
    refused:
      'The camera is blocked for this site. Allow it in your browser’s settings for this site and try again, or enter the code below.',
    absent: 'No camera was found on this device. Enter the code below instead.',
    inUse: 'Another app or tab is using the camera. Close it and try again, or enter the code below.',
    insecure: 'Browsers only open the camera on a secure (https) address. Enter the code below instead.',
    unknown: 'The camera could not be opened. Try again, or enter the code below.',
  },
};

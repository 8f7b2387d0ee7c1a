export const unconfirmed = {
  question: 'Did this class take place?',
  question_other: 'Did these classes take place?',
  explain:
    'The code was never shown, and nobody scanned. Until you answer, nobody is absent and nothing counts.',
  yes: 'Yes, it took place',
  yesOf: '{{course}} on {{date}} took place',
  no: 'No, cancel it',
  noOf: 'Cancel {{course}} on {{date}}',
  confirmed: 'Class confirmed. Students who did not attend are absent.',
  failed: 'Failed to confirm the class',
  more_one: '{{count}} more class',
  more_other: '{{count}} more classes',
  endedOf: '{{course}} ended automatically {{at}}, because its code was no longer shown.',
  endedUnattended: 'This class ended automatically, because its code was no longer shown.',
};

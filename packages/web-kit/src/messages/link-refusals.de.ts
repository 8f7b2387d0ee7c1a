export const linkRefusals = {
  sign_in_link_invalid:
    'Dieser Link oder Code ist falsch, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  link_incomplete:
    'Dieser Link ist unvollständig oder verändert. Kopieren Sie den ganzen Link aus der E-Mail, bis zum letzten Zeichen.',
  reset_link_invalid: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  registration_link_invalid:
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Melden Sie sich an, oder registrieren Sie sich mit Ihrer Adresse, um einen neuen zu bekommen.',
  unsubscribe_link_invalid:
    'Dieser Link ist nicht gültig. Melden Sie sich an und schalten Sie die E-Mails unter „Mein Konto“ aus.',
  verification_link_invalid:
    'Dieser Link ist nicht mehr gültig. Melden Sie sich an und senden Sie unter „Mein Konto“ einen neuen.',
};

export const mergeRefusals = {
  account_merged:
    'Dieses Konto wurde mit einem anderen Ihrer Konten zusammengeführt. Melden Sie sich mit der E-Mail-Adresse jenes Kontos an.',
  same_person: 'Wählen Sie zwei verschiedene Einträge.',
  only_students_merge:
    'Nur Einträge von Studierenden können zusammengeführt werden. Übergeben Sie die Kurse und Rollen einer Lehrkraft, und sperren Sie dann das Konto, das nicht mehr benutzt wird.',
  already_merged:
    'Dieser Eintrag wurde schon mit einem anderen zusammengeführt. Machen Sie das zuerst rückgängig.',
  kept_is_merged:
    'Der Eintrag, der bleiben soll, wurde selbst mit einem anderen zusammengeführt. Wählen Sie jenen.',
  has_merged_records:
    'Mit diesem Eintrag wurden schon andere zusammengeführt. Behalten Sie diesen, oder machen Sie das zuerst rückgängig.',
  withdrawn:
    'Diese Person wurde aus den Daten der Institution zurückgezogen. Importieren Sie sie zuerst noch einmal.',
  keep_the_account: 'Der Eintrag mit Konto muss der sein, der bleibt.',
  kept_unverified:
    'Die E-Mail-Adresse des Kontos, das bleiben soll, hat niemand bestätigt. Es kann also einer fremden Person gehören. Bitten Sie zuerst darum, den Link in der E-Mail zur Registrierung zu öffnen.',
};

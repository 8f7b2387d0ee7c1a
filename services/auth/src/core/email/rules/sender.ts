/** The sender of a row of `mails`, who takes turns with the others. Emails without one are sent by their receiver. */
export const senderOf = (): string => 'coalesce(sender, user_id::text, email_key)';

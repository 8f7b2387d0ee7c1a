/**
 * SQL: the sender of a row of `mails`, for sending round-robin. Without a sender, the recipient counts as the sender.
 */
export const senderOf = (): string => 'coalesce(sender, user_id::text, email_key)';

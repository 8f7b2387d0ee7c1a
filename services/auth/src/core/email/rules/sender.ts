/**
 * SQL: the sender of a row of `mails`, for taking turns. Emails without a sender count for their receiver.
 */
export const senderOf = (): string => 'coalesce(sender, user_id::text, email_key)';

-- Up Migration

-- People of one role, by name.
CREATE INDEX users_user_type_name_id_idx ON users (user_type, name, id);

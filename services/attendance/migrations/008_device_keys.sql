-- Up Migration

-- An id that anybody can copy must not keep its owner out: what serves one student per session is the key.
DROP INDEX marks_device_once_per_session;

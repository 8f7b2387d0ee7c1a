-- Up Migration

-- The span in which an event was written (W3C traceparent). A replica that is older writes none.
ALTER TABLE outbox ADD COLUMN trace text;

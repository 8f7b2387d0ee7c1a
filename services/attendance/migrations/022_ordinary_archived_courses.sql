-- Up Migration

-- Dashboards leave archived courses out. A replica of the release before says nothing of it, and knows no such courses.
ALTER TABLE courses ADD COLUMN archived boolean NOT NULL DEFAULT false;

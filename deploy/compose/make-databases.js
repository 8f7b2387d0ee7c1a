/* global db */
// The MongoDB image runs this script when it creates its files: one database per service, with a separate
// user.
const { COURSE_DATABASE_PASSWORD, SESSION_DATABASE_PASSWORD } = process.env;
const passwords = { course: COURSE_DATABASE_PASSWORD, session: SESSION_DATABASE_PASSWORD };

for (const [name, pwd] of Object.entries(passwords))
  db.getSiblingDB(name).createUser({ user: name, pwd, roles: [{ role: 'readWrite', db: name }] });

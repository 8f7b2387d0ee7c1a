#!/bin/bash
# The PostgreSQL image runs this once for a new volume. Each service gets a database and a user, and no access to the others.
set -euo pipefail

make_database() {
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set name="$1" --set password="$2" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
}

make_database auth "$AUTH_DATABASE_PASSWORD"
make_database attendance "$ATTENDANCE_DATABASE_PASSWORD"

# Postgres's image runs this once, when it sets up a new volume (compose.yaml): the app gets a role that owns its own
# database and is not the cluster's superuser, who from then on has no password and comes in by the server's socket alone.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set password `printf %s "$POSTGRES_PASSWORD"`
create role shingle login nosuperuser nocreatedb nocreaterole password :'password';
create database shingle owner shingle;
revoke connect on database postgres from public;
alter role current_user password null;
SQL
